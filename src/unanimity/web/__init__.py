"""The lab: a page on this machine where one changes a rule and sees at once what follows (`unanimity lab`).

The state of the page is its address; the server only computes. A run is named by what it was asked for, so equal
requests share it, and everything that is made from it may be kept by the browser for good.
"""

from unanimity.support.extras import need

need("the lab", "fastapi", "uvicorn", "segno", "ifaddr", "altair", "vl_convert", "pyarrow")
