"""How the page looks and what it may do: style sheet, the few lines of script, the rules for the browser."""

from __future__ import annotations

from unanimity.report.theme import ARM_COLOURS, FONT, INK, MUTED

RULES = ("default-src 'none'; script-src 'unsafe-inline' 'unsafe-eval'; style-src 'unsafe-inline'; "
         "img-src data: blob:; base-uri 'none'; form-action 'none'")
"""The browser is told to load nothing from anywhere: the page works offline and cannot call out."""

SCRIPT = """
for (const data of document.querySelectorAll("script[type='application/json']")) {
  const place = document.getElementById(data.id.replace("spec", "chart"));
  vegaEmbed(place, JSON.parse(data.textContent), {
    renderer: "svg", actions: {export: true, source: false, compiled: false, editor: false}
  }).catch((slip) => { place.textContent = "This figure could not be drawn: " + slip.message; });
}
"""

STYLE = f"""
:root {{ color-scheme: light; }}
* {{ box-sizing: border-box; }}
body {{ margin: 0; background: #f4f5f7; color: {INK}; font: 16px/1.55 {FONT}; -webkit-text-size-adjust: 100%; }}
header, main, footer {{ max-width: 900px; margin: 0 auto; padding: 0 24px; }}
header {{ padding-top: 56px; padding-bottom: 20px; }}
h1 {{ font-size: clamp(25px, 4.2vw, 35px); line-height: 1.18; letter-spacing: -0.015em; margin: 6px 0 14px;
  font-weight: 650; text-wrap: balance; }}
.answer {{ font-size: clamp(18px, 2.4vw, 21px); line-height: 1.45; margin: 0; max-width: 44em; }}
.kicker {{ font-size: 13px; font-weight: 600; letter-spacing: 0.01em; color: {MUTED}; margin: 0 0 6px; }}
section {{ background: #fff; border: 1px solid #e3e6ea; border-radius: 10px; padding: 26px 28px 24px; margin: 20px 0; }}
h3 {{ font-size: 20px; line-height: 1.3; margin: 0 0 6px; font-weight: 620; text-wrap: pretty; }}
figure {{ margin: 0; }}
.subtitle {{ color: {MUTED}; font-size: 14.5px; line-height: 1.45; margin: 0 0 16px; max-width: 56em; }}
.see {{ margin: 12px 0 0; max-width: 46em; }}
.small {{ color: {MUTED}; font-size: 13px; line-height: 1.5; margin: 10px 0 0; max-width: 60em; }}
.wide {{ overflow-x: auto; }}
.chart {{ width: 100%; min-width: 430px; position: relative; }}
.chart.fixed {{ width: max-content; }}
.vega-embed {{ display: block !important; width: 100%; }}
.vega-embed svg {{ display: block; }}
.vega-embed.has-actions {{ padding-right: 0 !important; }}
.vega-embed summary {{ opacity: 0 !important; box-shadow: none !important; }}
.chart:hover summary, .vega-embed summary:focus {{ opacity: 0.5 !important; }}
table {{ border-collapse: collapse; font-size: 14px; line-height: 1.4; margin: 8px 0; width: 100%; }}
th, td {{ text-align: left; padding: 7px 16px 7px 0; border-bottom: 1px solid #e7eaee; vertical-align: top; }}
thead th {{ color: {MUTED}; font-weight: 500; font-size: 13px; }}
tbody th {{ font-weight: 400; }}
td.changed {{ color: {ARM_COLOURS[1]}; font-weight: 600; }}
details {{ margin-top: 14px; }}
summary {{ cursor: pointer; font-size: 14px; color: {MUTED}; }}
ul.assumed {{ margin: 4px 0 0; padding-left: 18px; }}
footer {{ padding-top: 22px; padding-bottom: 60px; font-size: 13px; color: {MUTED}; }}
dl {{ display: grid; grid-template-columns: repeat(auto-fill, minmax(250px, 1fr)); gap: 10px 28px; margin: 8px 0 0; }}
dt {{ font-size: 12px; }}
dd {{ margin: 0; color: {INK}; overflow-wrap: anywhere; }}
@media (max-width: 640px) {{
  header, main, footer {{ padding-left: 14px; padding-right: 14px; }}
  header {{ padding-top: 30px; }}
  section {{ padding: 20px 16px; }}
}}
@media print {{
  body {{ background: #fff; }}
  section {{ break-inside: avoid; border: 0; padding: 12px 0; }}
}}
"""
