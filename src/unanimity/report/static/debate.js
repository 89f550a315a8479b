// Filters of the debate: rows of the table and sections, by author, work, mechanism, answers and words.
const filters = ["author", "source", "mechanism", "answer", "history", "record", "rival"];
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
  return !asked || asked.split(/\s+/).every((word) => item.dataset.words.includes(word));
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
