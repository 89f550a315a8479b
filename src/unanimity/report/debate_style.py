"""How the page of the debate looks, and the few lines of script that filter it."""

from __future__ import annotations

from unanimity.report.theme import FONT, INK, MUTED

RULES = ("default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; "
         "form-action 'none'")
"""The browser is told to load nothing from anywhere: the page works offline and cannot call out."""

VERDICTS = {"holds": ("#1D6B3A", "\u25cf"), "sign only": ("#0A6C9E", "\u25d0"), "undecided": ("#7A5A00", "\u25cb"),
            "contradicted": ("#A8300C", "\u2715"), "not expressible": ("#54585E", "\u2013")}
"""Each verdict has a colour and a mark of its own, all of one weight: none is more welcome than another."""

SCRIPT = """
const filters = ["author", "source", "mechanism", "verdict", "rival"];
const fields = Object.fromEntries(filters.map((name) => [name, document.getElementById("filter-" + name)]));
const words = document.getElementById("filter-words");
const count = document.getElementById("shown");
const all = [...document.querySelectorAll("[data-claim]")];

function fits(item) {
  for (const name of filters) {
    const wanted = fields[name].value;
    if (wanted && !item.dataset[name].split("|").includes(wanted)) return false;
  }
  const asked = words.value.trim().toLowerCase();
  return !asked || asked.split(/\\s+/).every((word) => item.dataset.words.includes(word));
}

function apply() {
  let shown = 0;
  for (const item of all) {
    const there = fits(item);
    item.hidden = !there;
    if (there && item.tagName === "TR") shown += 1;
  }
  count.textContent = shown + " of " + document.querySelectorAll("tr[data-claim]").length + " claims";
  for (const tile of document.querySelectorAll("button[data-set]")) {
    tile.setAttribute("aria-pressed", fields[tile.dataset.set].value === tile.dataset.value);
  }
  const state = new URLSearchParams();
  for (const name of filters) if (fields[name].value) state.set(name, fields[name].value);
  if (words.value.trim()) state.set("words", words.value.trim());
  const hash = state.toString();
  if (hash || location.hash.includes("=")) history.replaceState(null, "", hash ? "#" + hash : "#");
}

function restore() {
  if (!location.hash.includes("=")) return;
  const state = new URLSearchParams(location.hash.slice(1));
  for (const name of filters) fields[name].value = state.get(name) || "";
  words.value = state.get("words") || "";
}

for (const name of filters) fields[name].addEventListener("change", apply);
words.addEventListener("input", apply);
document.getElementById("filter-none").addEventListener("click", () => {
  for (const name of filters) fields[name].value = "";
  words.value = "";
  apply();
});
for (const tile of document.querySelectorAll("button[data-set]")) {
  tile.addEventListener("click", () => {
    const field = fields[tile.dataset.set];
    field.value = field.value === tile.dataset.value ? "" : tile.dataset.value;
    apply();
  });
}
restore();
apply();
"""

STYLE = f"""
:root {{ color-scheme: light; }}
* {{ box-sizing: border-box; }}
[hidden] {{ display: none !important; }}
body {{ margin: 0; background: #f4f5f7; color: {INK}; font: 15px/1.5 {FONT}; -webkit-text-size-adjust: 100%; }}
header, main, footer {{ max-width: 1400px; margin: 0 auto; padding: 0 24px; }}
header {{ padding-top: 44px; padding-bottom: 8px; }}
h1 {{ font-size: clamp(25px, 4vw, 34px); line-height: 1.18; letter-spacing: -0.015em; margin: 4px 0 12px;
  font-weight: 650; text-wrap: balance; }}
.answer {{ font-size: 18px; line-height: 1.45; margin: 0; max-width: 52em; }}
.kicker {{ font-size: 13px; font-weight: 600; color: {MUTED}; margin: 0 0 4px; }}
.tiles {{ display: flex; flex-wrap: wrap; gap: 10px; margin: 20px 0 4px; }}
.tiles button {{ border: 1px solid #d5dae0; background: #fff; border-radius: 10px; padding: 10px 16px; cursor: pointer;
  font: inherit; text-align: left; min-width: 132px; }}
.tiles button[aria-pressed=true] {{ border-color: {INK}; box-shadow: inset 0 0 0 1px {INK}; }}
.tiles b {{ display: block; font-size: 26px; line-height: 1.1; font-weight: 650; }}
.tiles span {{ font-size: 13.5px; }}
.filters {{ display: flex; flex-wrap: wrap; gap: 10px 14px; align-items: end; margin: 18px 0 0; }}
.filters label {{ font-size: 12.5px; color: {MUTED}; display: block; }}
.filters select, .filters input {{ font: inherit; padding: 5px 8px; border: 1px solid #cfd5dc; border-radius: 7px;
  background: #fff; color: {INK}; display: block; max-width: 210px; }}
.filters button {{ font: inherit; padding: 5px 12px; border: 1px solid #cfd5dc; border-radius: 7px; background: #fff;
  cursor: pointer; }}
#shown {{ font-size: 13.5px; color: {MUTED}; padding-bottom: 6px; }}
section, .sheet {{ background: #fff; border: 1px solid #e3e6ea; border-radius: 10px; padding: 22px 26px;
  margin: 18px 0; }}
.sheet {{ padding: 6px 18px; overflow-x: auto; }}
table {{ border-collapse: collapse; font-size: 14px; line-height: 1.4; width: 100%; }}
th, td {{ text-align: left; padding: 9px 14px 9px 0; border-bottom: 1px solid #e7eaee; vertical-align: top; }}
thead th {{ color: {MUTED}; font-weight: 500; font-size: 13px; position: sticky; top: 0; background: #fff; }}
.sheet tbody tr:last-child td {{ border-bottom: 0; }}
td.who {{ min-width: 150px; max-width: 190px; color: {MUTED}; font-size: 13px; }}
td.says {{ min-width: 250px; }}
td.narrow {{ min-width: 88px; max-width: 150px; font-size: 13px; }}
td.says a {{ color: {INK}; font-weight: 600; text-decoration: none; }}
td.says a:hover {{ text-decoration: underline; }}
td .number {{ font-size: 12.5px; color: {MUTED}; display: block; max-width: 190px; }}
.mark {{ font-weight: 700; }}
.verdict {{ display: inline-block; border-radius: 999px; padding: 2px 11px 3px; color: #fff; font-size: 13px;
  font-weight: 600; white-space: nowrap; }}
.built {{ display: block; font-size: 12px; color: {MUTED}; margin-top: 4px; }}
h2 {{ font-size: 21px; line-height: 1.25; margin: 0 0 4px; font-weight: 640; }}
h3 {{ font-size: 14px; margin: 18px 0 4px; font-weight: 640; }}
section p {{ margin: 0 0 6px; max-width: 62em; }}
.two {{ display: grid; grid-template-columns: repeat(auto-fit, minmax(330px, 1fr)); gap: 4px 34px; }}
.drawn {{ display: grid; grid-template-columns: repeat(auto-fit, minmax(min(480px, 100%), 1fr)); gap: 4px 34px; }}
.sides {{ display: grid; grid-template-columns: repeat(auto-fit, minmax(330px, 1fr)); gap: 14px; margin: 14px 0 4px; }}
.side {{ border: 1px solid #e3e6ea; border-radius: 8px; padding: 12px 16px; }}
.side p {{ margin: 6px 0 0; }}
.side .kicker {{ margin: 0 0 6px; }}
.courses {{ width: 100%; max-width: 720px; height: auto; display: block; margin: 10px 0 2px; }}
.small {{ color: {MUTED}; font-size: 13px; }}
ul.found {{ margin: 2px 0 8px; padding-left: 18px; list-style: none; text-indent: -18px; }}
ul.found li {{ margin: 3px 0; }}
details {{ margin-top: 12px; }}
summary {{ cursor: pointer; font-size: 13.5px; color: {MUTED}; }}
code {{ font-size: 12.5px; }}
.back {{ font-size: 13px; float: right; color: {MUTED}; }}
footer {{ padding-top: 14px; padding-bottom: 50px; font-size: 13px; color: {MUTED}; }}
@media (max-width: 640px) {{
  header, main, footer {{ padding-left: 12px; padding-right: 12px; }}
  section {{ padding: 16px; }}
}}
@media print {{ body {{ background: #fff; }} .filters, .back {{ display: none; }} section {{ break-inside: avoid; }} }}
"""
