
"use strict";
// The filter. Without this script the page can be read, and failures open, all the same.
(() => {
  const all = (selector, root = document) => [...root.querySelectorAll(selector)];
  const words = document.getElementById("words");
  const found = document.getElementById("found");
  const buttons = all("button[data-outcome]");
  const textOf = (element) => element.textContent.toLowerCase();
  const OPENED = 20; // so few failures are opened when the filter finds them
  let index = null; // read when it is first asked for

  const read = () =>
    all("tbody[data-outcomes]").map((element) => ({
      element,
      outcomes: element.dataset.outcomes.split(" "),
      text: textOf(element.rows[0]),
      groups: all(".of-candidate", element).map((group) => ({
        element: group,
        outcome: group.dataset.outcome,
        name: textOf(group.firstElementChild),
        failures: all(".failure", group).map((each) => ({ element: each, text: textOf(each) })),
      })),
    }));

  const show = (element, is) => {
    if (element.hidden === is) element.hidden = !is;
  };

  const apply = () => {
    index ??= read();
    const wanted = words.value.toLowerCase().split(/\s+/).filter(Boolean);
    const pressed = buttons.filter((each) => each.ariaPressed === "true");
    const outcomes = pressed.map((each) => each.dataset.outcome);
    const has = (text) => wanted.every((word) => text.includes(word));
    const allowed = (outcome) => !outcomes.length || outcomes.includes(outcome);
    let rows = 0, failures = 0;
    const hits = [];
    for (const row of index) {
      const itself = has(row.text);
      let below = 0;
      for (const group of row.groups) {
        let count = 0;
        for (const each of group.failures) {
          const is = allowed(group.outcome) &&
            (itself || has(row.text + " " + group.name + " " + each.text));
          show(each.element, is);
          if (is) count += 1;
          if (is && !itself) hits.push(group.element);
        }
        show(group.element, count > 0 || (itself && allowed(group.outcome)));
        below += count;
      }
      const is = row.outcomes.some(allowed) && (itself || below > 0);
      show(row.element, is);
      if (is) { rows += 1; failures += below; }
    }
    for (const section of all("main section"))
      show(section, !!section.querySelector("tbody[data-outcomes]:not([hidden])"));
    if (hits.length <= OPENED) for (const each of hits) each.open = true;
    found.textContent = `${rows} of ${index.length} requirements, ${failures} failures`;
  };

  const clear = () => {
    words.value = "";
    for (const each of buttons) each.ariaPressed = "false";
    apply();
  };

  words.addEventListener("input", apply);
  document.getElementById("clear").addEventListener("click", clear);
  for (const each of buttons)
    each.addEventListener("click", () => {
      each.ariaPressed = String(each.ariaPressed !== "true");
      apply();
    });
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "/" && event.target !== words) {
      event.preventDefault();
      words.focus();
    } else if (event.key === "Escape") {
      event.preventDefault();
      clear();
    }
  });
  // A cell leads to its failures: open them, and the only one at once.
  document.addEventListener("click", (event) => {
    const link = event.target.closest("td.cell a");
    if (!link) return;
    event.preventDefault();
    const group = document.getElementById(link.hash.slice(1)).parentElement;
    group.open = true;
    group.firstElementChild.focus();
    group.scrollIntoView({ block: "nearest" });
    const inside = all(".failure", group);
    if (inside.length === 1) inside[0].open = true;
  });
  document.getElementById("filter").hidden = false;
})();
