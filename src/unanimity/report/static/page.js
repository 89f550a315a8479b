// What hovering (or focus, or a touch) tells: the meaning of a word, the value of a mark, the numbers of a month.
"use strict";
const tip = document.getElementById("tip");

function show(lines, x, y) {
  tip.replaceChildren(...lines.map((line) => {
    const row = document.createElement(lines.length > 1 ? "span" : "div");
    row.textContent = line;
    return row;
  }));
  tip.hidden = false;
  const wide = document.documentElement.clientWidth;
  const left = Math.max(8, Math.min(x + 14, wide - tip.offsetWidth - 8));
  tip.style.left = left + window.scrollX + "px";
  tip.style.top = y + window.scrollY + 18 + "px";
}

function hide() { tip.hidden = true; }

document.addEventListener("pointerover", (event) => {
  const item = event.target.closest("[data-tip]");
  if (item) show([item.dataset.tip], event.clientX, event.clientY);
});
document.addEventListener("pointerout", (event) => { if (event.target.closest("[data-tip]")) hide(); });
document.addEventListener("focusin", (event) => {
  const item = event.target.closest("[data-tip]");
  if (!item) return;
  const box = item.getBoundingClientRect();
  show([item.dataset.tip], box.left, box.bottom - 10);
});
document.addEventListener("focusout", hide);
document.addEventListener("keydown", (event) => { if (event.key === "Escape") hide(); });

// Lines over months: data = {first, lines: [{name, values: 'text|text'}], wide: [left, width], narrow: [left, width]}
for (const place of document.querySelectorAll("script.hover")) {
  const data = JSON.parse(place.textContent);
  const chart = place.previousElementSibling;
  const cursor = document.createElement("div");
  cursor.className = "cursor";
  cursor.hidden = true;
  chart.append(cursor);
  for (const line of data.lines) line.values = line.values.split("|");
  const count = data.lines[0].values.length;
  chart.addEventListener("pointermove", (event) => {
    const svg = [...chart.querySelectorAll("svg")].find((one) => one.getBoundingClientRect().width > 0);
    if (!svg) return;
    const [left, width] = data[svg.parentElement.className === "on-narrow" ? "narrow" : "wide"];
    const box = svg.getBoundingClientRect();
    const scale = box.width / svg.viewBox.baseVal.width;
    const part = (event.clientX - box.left - left * scale) / (width * scale);
    if (part < -0.02 || part > 1.02) { cursor.hidden = true; hide(); return; }
    const k = Math.max(0, Math.min(count - 1, Math.round(part * (count - 1))));
    cursor.hidden = false;
    cursor.style.left = box.left - chart.getBoundingClientRect().left + (left + width * k / (count - 1)) * scale + "px";
    const month = data.first + k;
    show(["month " + month, ...data.lines.map((line) => line.name + ": " + line.values[k])], event.clientX, event.clientY);
  });
  chart.addEventListener("pointerleave", () => { cursor.hidden = true; hide(); });
}
