// The desk's page. All that it shows is set as text, never as markup: keys, quotes and the words of
// sources come from files that others wrote.

const $ = (id) => document.getElementById(id);
const TOKEN = "ars-desk";
const MOST_PICTURES = 12;

let desk = null; // what the server shows
let current = null; // the id of the citation that is chosen
let source = null; // what there is to show of its source
let page = 0;
let showing = "passage";
let words = []; // of the page: {start, end, element}
let chosen = null; // {start, end}
let caret = 0; // the word that the arrow keys move from
let hint = -1; // the suggestion that was stepped to
let hints = [];
let passed = new Set(); // citations that "next" went over
let waiting = Promise.resolve(); // acts are sent one after the other
let choosing = 0; // likewise of what is told of chosen words
let loading = Promise.resolve(); // until the source of the chosen citation is there
let asked = 0; // so that a late answer on another source is dropped
const marks = new Map(); // citation id -> its button
const paragraphs = []; // {document, file, at, element, ids}
const pictures = new Map();

// -- talking to the server

async function call(path, body) {
  const headers = { "X-Ars-Desk": sessionStorage.getItem(TOKEN) ?? "" };
  const options = { headers, cache: "no-store" };
  if (body !== undefined) {
    headers["Content-Type"] = "application/json";
    options.method = "POST";
    options.body = JSON.stringify(body);
  }
  const answer = await fetch(path, options);
  if (answer.headers.get("content-type") === "image/png" && answer.ok) return answer.blob();
  const data = await answer.json();
  if (!answer.ok) throw Object.assign(new Error(data.error), { status: answer.status });
  return data;
}

const query = (path, values) => call(`${path}?${new URLSearchParams(values)}`);

async function enter() {
  const code = location.hash.slice(1);
  if (code) {
    history.replaceState(null, "", "/");
    const { token } = await call("/api/token", { code });
    sessionStorage.setItem(TOKEN, token);
  }
}

function say(text) { $("wrong").textContent = ""; $("said").textContent = text; }
function tell(text) { $("said").textContent = ""; $("wrong").textContent = text; }

// -- the manuscript

function option(select, value, text) {
  const one = document.createElement("option");
  one.value = value;
  one.textContent = text;
  select.append(one);
}

function choices(select, all, values) {
  const before = select.value;
  select.replaceChildren();
  option(select, "", all);
  for (const [value, text] of values) option(select, value, text);
  select.value = [...values].some(([value]) => value === before) ? before : "";
}

function fillFilters() {
  const statuses = new Map(), keys = new Map(), chapters = new Map();
  for (const one of Object.values(desk.citations)) {
    statuses.set(one.status, (statuses.get(one.status) ?? 0) + 1);
    keys.set(one.key ?? "", (keys.get(one.key ?? "") ?? 0) + 1);
    chapters.set(one.section ?? "", (chapters.get(one.section ?? "") ?? 0) + 1);
  }
  const listed = (map, name) => [...map].filter(([value]) => value).map(([value, n]) => [value, `${name(value)} (${n})`]);
  choices($("by-status"), "all", listed(statuses, (status) => desk.labels[status] ?? status));
  choices($("by-source"), "all", listed(keys, (key) => key).sort((one, two) => (one[0] < two[0] ? -1 : 1)));
  choices($("by-chapter"), "all", listed(chapters, (name) => name));
}

function fits(one) {
  const [status, key, chapter] = [$("by-status").value, $("by-source").value, $("by-chapter").value];
  return (!status || one.status === status) && (!key || one.key === key) && (!chapter || one.section === chapter);
}

function filter() {
  const text = $("by-words").value.trim().toLowerCase();
  const any = $("by-status").value || $("by-source").value || $("by-chapter").value;
  let count = 0;
  for (const paragraph of paragraphs) {
    const inside = paragraph.ids.filter((id) => fits(desk.citations[id]));
    const hit = !text || paragraph.element.textContent.toLowerCase().includes(text);
    paragraph.element.hidden = !(hit && (inside.length || !any));
    if (hit) count += inside.length;
    if (any || paragraph.dimmed) {
      for (const id of paragraph.ids) marks.get(id)?.classList.toggle("away", !inside.includes(id));
      paragraph.dimmed = Boolean(any);
    }
  }
  $("filtered").textContent = any || text ? `: ${count}` : "";
}

function mark(id, text) {
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = text;
  button.dataset.id = id;
  marks.set(id, button);
  paint(id);
  return button;
}

function paint(id) {
  const button = marks.get(id), one = desk.citations[id];
  if (!button) return;
  button.className = `cite ${one.level}`;
  button.tabIndex = id === current ? 0 : -1;
  button.setAttribute("aria-label", `${button.textContent}: ${one.short}`);
  if (id === current) button.setAttribute("aria-current", "true");
  else button.removeAttribute("aria-current");
}

// Markers are the text's, and are not what is read.
function dimmed(text) {
  return text.split(/(<!--[\s\S]*?-->)/u).filter(Boolean).map((part) => (part.startsWith("<!--")
    ? Object.assign(document.createElement("span"), { className: "marker", textContent: part }) : part));
}

function fillParagraph(element, block) {
  const ids = [];
  // Lines of running text flow; those of metadata, tables, lists and code stay.
  const opening = typeof block[0] === "string" ? block[0] : block[0][1];
  element.classList.toggle("prose", /^[\p{L}\p{N}“”"'‘’([@*_\\]/u.test(opening) && !/^(?:\d+[.)]|[*+-] |\|)/.test(opening));
  element.replaceChildren(...block.flatMap((piece) => {
    if (typeof piece === "string") return dimmed(piece);
    ids.push(piece[0]);
    return mark(piece[0], piece[1]);
  }));
  return ids;
}

function showManuscript() {
  marks.clear();
  paragraphs.length = 0;
  const parts = document.createDocumentFragment();
  desk.documents.forEach((one, number) => {
    one.files.forEach((file, place) => {
      const name = document.createElement("p");
      name.className = "file";
      name.textContent = file.name;
      parts.append(name);
      file.blocks.forEach((block, at) => {
        const element = document.createElement("div");
        element.className = "block";
        const ids = fillParagraph(element, block);
        paragraphs.push({ document: number, file: place, at, element, ids });
        parts.append(element);
      });
    });
    for (const id of one.unplaced.filter((name) => !marks.has(name))) {
      // Where the text cannot be told apart, the sentence stands for the place.
      const element = document.createElement("div");
      element.className = "block";
      const cited = desk.citations[id];
      element.append(mark(id, cited.key ?? "(no key)"), ` ${cited.sentence}`);
      paragraphs.push({ document: number, file: -1, at: -1, element, ids: [id] });
      parts.append(element);
    }
  });
  $("manuscript").replaceChildren(parts);
}

function showProgress() {
  $("progress").max = Math.max(1, desk.total);
  $("progress").value = desk.passing;
  $("count").textContent = `${desk.passing} of ${desk.total} citations pass`;
  $("advice").textContent = desk.advice;
  $("next").disabled = !desk.next;
  $("undo").disabled = !desk.undo;
  $("undo").title = desk.undo ? `Undo: ${desk.undo}` : "";
}

function showAll(whole) {
  const before = current && desk ? desk.citations[current] : null;
  desk = { ...whole, undo: desk?.undo ?? null };
  if (current && !desk.citations[current]) {
    // Somebody else changed the text: the citation of the same source nearest by is taken.
    const same = desk.order.filter((id) => desk.citations[id].key === before?.key);
    current = same.find((id) => desk.citations[id].sentence === before?.sentence) ?? same[0] ?? null;
  }
  showManuscript();
  fillFilters();
  filter();
  showProgress();
  document.title = `ars desk: ${desk.documents.map((one) => one.name).join(", ")}`;
  if (current) choose(current, { keep: true }); else if (desk.next ?? desk.order[0]) choose(desk.next ?? desk.order[0], {});
}

function take(data) {
  if (data.whole) {
    const undo = data.undo;
    showAll(data.whole);
    desk.undo = undo;
  } else {
    Object.assign(desk.citations, data.citations);
    Object.assign(desk.sources, data.sources);
    for (const [document, file, at, block] of data.paragraphs) {
      desk.documents[document].files[file].blocks[at] = block;
      const found = paragraphs.find((one) => one.document === document && one.file === file && one.at === at);
      found.ids = fillParagraph(found.element, block);
    }
    for (const name of ["passing", "total", "next", "advice", "undo"]) desk[name] = data[name];
    for (const id of Object.keys(data.citations)) paint(id);
    fillFilters();
    filter();
    if (current) {
      showCitation();
      refreshPassage();
    }
  }
  showProgress();
}

// -- one citation

function choose(id, { keep = false, focus = false } = {}) {
  const before = current;
  current = id;
  if (before && before !== id && marks.has(before)) paint(before);
  paint(id);
  const button = marks.get(id);
  button?.scrollIntoView({ block: "nearest" });
  if (focus) button?.focus({ preventScroll: true });
  showCitation();
  if (!keep || !source || source.key !== desk.citations[id].key) {
    chosen = null;
    showing = "passage";
    $("note").value = "";
    if (source?.key !== desk.citations[id].key) source = null;
    choosing += 1;
    $("chosen").textContent = "No words are chosen.";
  }
  loading = loadSource();
}

function showCitation() {
  const one = desk.citations[current], entry = desk.sources[one.key];
  $("title").textContent = entry ? `${one.key}: ${entry.title}` : (one.key ?? "No key");
  $("verdict").textContent = one.passes ? "It passes." : `${one.short} (${one.status})`;
  $("verdict").className = one.level;
  $("reason").textContent = one.passes ? "" : `${one.reason}. ${one.also.length ? `Also: ${one.also.map((status) => desk.labels[status] ?? status).join(", ")}.` : ""}`;
  $("notes").replaceChildren(...one.notes.map((text) => Object.assign(document.createElement("li"), { textContent: text })));
  const place = one.anchors.filter((anchor) => !anchor.fault).map((anchor) => `${anchor.kind} ${anchor.value}`).join("; ");
  const said = one.judged ? `You judged: ${one.judged.verdict}${one.judged.note ? ` (${one.judged.note})` : ""}. ` : "";
  const others = one.others.map((other) => `${other.by}: ${other.verdict}${other.note ? ` (${other.note})` : ""}`).join("; ");
  $("judged").textContent = said + (others ? `Others: ${others}.` : "");
  for (const button of document.querySelectorAll("#acts [data-act]")) {
    const act = button.dataset.act;
    const is = act === one.judged?.verdict || (act === "verify" && entry?.verified)
      || (act === "read" && entry?.read === "full_text") || (act === "part" && entry?.read === "sections")
      || one.anchors.some((anchor) => anchor.kind === act && !anchor.fault);
    button.classList.toggle("is", Boolean(is));
  }
  const states = entry ? [
    place ? `Place: ${place}` : "No place yet",
    entry.pinned ? "full text pinned" : "no full text pinned",
    entry.verified ? "entry compared" : entry.matched ? "title and author found in the file" : "entry not compared",
    entry.read ? `read: ${entry.read.replace("_", " ")}${entry.locators.length ? ` (${entry.locators.join("; ")})` : ""}` : "not read",
    `cited ${entry.cited} ${entry.cited === 1 ? "time" : "times"}`,
  ] : ["no entry in the sidecar"];
  $("standing").textContent = states.join(" · ");
}

async function loadSource() {
  const mine = ++asked, one = desk.citations[current];
  hints = [];
  hint = -1;
  $("suggested").hidden = true;
  try {
    const found = await query("/api/source", { id: one.id });
    if (mine !== asked) return;
    source = found;
    if (!source.key) source.key = one.key;
    page = showing === "entry" ? 0 : (source.passage?.page ?? Math.min(page, Math.max(0, source.count - 1)));
    if (showing !== "entry" && !source.passage) page = 0;
    showHits([]);
    await showPage();
    if (source.kind !== "none") suggest(mine);
  } catch (error) {
    if (mine === asked) tell(error.message);
  }
}

async function refreshPassage() {
  const mine = asked, one = desk.citations[current];
  try {
    const found = await query("/api/source", { id: one.id });
    if (mine !== asked) return;
    source = { ...found, key: found.key ?? one.key };
    if (one.anchors.some((anchor) => !anchor.fault)) {
      hints = [];
      $("suggested").hidden = true;
    }
    light(Boolean(chosen ?? source.passage));
  } catch (error) {
    tell(error.message);
  }
}

async function suggest(mine) {
  const one = desk.citations[current];
  if (one.anchors.some((anchor) => !anchor.fault)) return;
  let suggestions;
  try {
    ({ suggestions } = await query("/api/suggestions", { id: one.id }));
  } catch {
    return; // the citation may be gone meanwhile; a suggestion is only where to look
  }
  if (mine !== asked || !suggestions) return;
  hints = suggestions;
  $("suggested").hidden = false;
  if (!suggestions.length) {
    $("suggestions").replaceChildren(Object.assign(document.createElement("li"), { textContent: "Nothing in this source looks like the sentence." }));
    return;
  }
  fillPlaces($("suggestions"), suggestions);
}

// -- the source

function showEntry() {
  const entry = desk.sources[desk.citations[current].key];
  const rows = entry ? [["Title", entry.title], ["Authors", entry.authors.join(", ")], ["Year", entry.year], ["Venue", entry.venue], ["DOI", entry.doi]] : [];
  $("entry").replaceChildren(...rows.filter(([, value]) => value).flatMap(([name, value]) => [
    Object.assign(document.createElement("dt"), { textContent: name }),
    Object.assign(document.createElement("dd"), { textContent: value }),
  ]));
}

function setView(name) {
  showing = name;
  page = name === "entry" ? 0 : (source?.passage?.page ?? page);
  showPage();
}

async function showPage() {
  const mine = asked, at = page;
  const entry = showing === "entry";
  $("show-passage").setAttribute("aria-pressed", String(!entry));
  $("show-entry").setAttribute("aria-pressed", String(entry));
  $("entry").hidden = !entry;
  if (entry) showEntry();
  const none = !source || source.kind === "none";
  $("turn").hidden = none;
  $("page").hidden = none;
  $("find").disabled = none;
  $("why").hidden = !none;
  $("why").textContent = none ? (source?.why ?? "") : "";
  words = [];
  if (none) {
    showChosen();
    return;
  }
  const label = source.labels[page];
  const called = source.kind === "pdf" ? `page ${label ?? `${page + 1} of the file`}` : `part ${page + 1}`;
  $("where").textContent = source.kind === "pdf"
    ? `${label ? `p. ${label}` : "no number"} (${page + 1} of ${source.count})` : `part ${page + 1} of ${source.count}`;
  $("back").disabled = page === 0;
  $("on").disabled = page + 1 >= source.count;
  $("page").setAttribute("aria-label", `Source, ${called}: arrow keys choose words`);
  try {
    if (source.kind === "pdf") await showPicture(mine, at, called);
    else await showText(mine, at);
    if (mine !== asked || at !== page) return;
    light(true);
  } catch (error) {
    if (mine === asked && at === page) {
      $("page").replaceChildren();
      tell(error.message);
    }
  }
}

async function picture(key, number, width) {
  const name = `${key}\n${number}\n${width}`;
  if (!pictures.has(name)) {
    pictures.set(name, query("/api/picture", { key, page: number, width }).then((blob) => URL.createObjectURL(blob)));
    if (pictures.size > MOST_PICTURES) {
      const [oldest, address] = pictures.entries().next().value;
      pictures.delete(oldest);
      address.then((one) => URL.revokeObjectURL(one), () => {});
    }
  }
  try {
    return await pictures.get(name);
  } catch (error) {
    pictures.delete(name);
    throw error;
  }
}

async function showPicture(mine, at, called) {
  const room = Math.min(1800, Math.ceil(($("page").clientWidth || 800) * Math.min(2, devicePixelRatio || 1) / 200) * 200);
  const [address, found] = await Promise.all([
    picture(source.key, at, room),
    query("/api/words", { key: source.key, page: at }),
  ]);
  if (mine !== asked || at !== page) return;
  const image = new Image();
  image.alt = `${source.key}, ${called}`;
  image.src = address;
  await image.decode();
  if (mine !== asked || at !== page) return;
  const layer = Object.assign(document.createElement("div"), { id: "words" });
  const height = $("page").clientWidth * image.naturalHeight / image.naturalWidth;
  words = found.words.map(([start, end, left, top, width, tall, text]) => {
    const element = document.createElement("span");
    element.textContent = text;
    const style = element.style;
    style.left = `${100 * left}%`;
    style.top = `${100 * top}%`;
    style.width = `${100 * width}%`;
    style.height = `${100 * tall}%`;
    style.fontSize = `${Math.max(4, tall * height)}px`;
    return { start, end, element };
  });
  layer.append(...words.flatMap((word) => [word.element, " "]));
  const figure = document.createElement("figure");
  figure.append(image, layer);
  $("page").replaceChildren(figure);
  if (!words.length) tell(source.faults[at] ? `No words here: ${source.faults[at]}. Look, and give the page with P.` : "No words stand on this page. Look, and give the page with P.");
}

async function showText(mine, at) {
  const { blocks } = await query("/api/words", { key: source.key, page: at });
  if (mine !== asked || at !== page) return;
  const text = Object.assign(document.createElement("div"), { id: "text" });
  words = [];
  for (const block of blocks) {
    const paragraph = document.createElement("p");
    if (block.heading) paragraph.className = "heading";
    for (const [start, end, shown] of block.words) {
      const element = document.createElement("span");
      element.textContent = shown;
      words.push({ start, end, element });
      paragraph.append(element, " ");
    }
    text.append(paragraph);
  }
  $("page").replaceChildren(text);
}

function inside(word, extent) {
  return extent && word.end > extent.start && word.start < extent.end;
}

function light(scroll = false) {
  const passage = showing === "entry" ? null : source?.passage;
  const named = passage?.kind === "place" && words.some((word) => inside(word, passage));
  const all = named && words.every((word) => inside(word, passage)); // the frame says it
  // A page without words that lies inside the place is that place too.
  const blank = passage?.kind === "place" && !words.length && source.kind === "pdf" && page === passage.page;
  $("page").classList.toggle("named", Boolean(named || blank));
  $("place").textContent = named || blank ? `The place that the citation names${named && !all ? ": the words with a line below" : ""}.` : "";
  let first = null;
  for (const word of words) {
    const isPassage = Boolean(inside(word, passage));
    word.element.classList.toggle("passage", isPassage && passage.kind === "quote");
    word.element.classList.toggle("place", isPassage && passage.kind === "place" && !all);
    word.element.classList.toggle("chosen", Boolean(inside(word, chosen)));
    if (!first && (inside(word, chosen) || (!chosen && isPassage))) first = word;
  }
  if (scroll) {
    bring(first?.element ?? null);
  }
  showChosen();
}

let brought = null; // what is kept in view when the room for the page becomes another
function bring(element) {
  const region = $("page");
  brought = element;
  if (!element) {
    region.scrollTop = 0;
    return;
  }
  const box = region.getBoundingClientRect(), own = element.getBoundingClientRect();
  region.scrollTop += own.top - box.top - (region.clientHeight - own.height) / 2;
}
new ResizeObserver(() => { if (brought?.isConnected) bring(brought); }).observe($("page"));

async function showChosen() {
  const mine = ++choosing;
  if (!chosen || !source || source.kind === "none") {
    $("chosen").textContent = "No words are chosen.";
    return;
  }
  const parts = words.filter((word) => inside(word, chosen)).map((word) => word.element.textContent);
  $("chosen").textContent = `Chosen: ${parts.join(" ")}`;
  try {
    const found = await query("/api/chosen", { key: source.key, start: chosen.start, end: chosen.end });
    if (mine !== choosing) return;
    const place = [found.label ? `p. ${found.label}` : "", found.section ?? "", found.paragraph ? `paragraph ${found.paragraph}` : ""].filter(Boolean).join(", ");
    const long = found.count > found.most ? ` (a quote has at most ${found.most})` : "";
    $("chosen").textContent = `Chosen, ${found.count} ${found.count === 1 ? "word" : "words"}${long}${place ? `, ${place}` : ""}: “${found.text}”`;
  } catch {
    // What was chosen is shown as it stands on the page.
  }
}

function pick(from, to) {
  const [low, high] = from <= to ? [from, to] : [to, from];
  const ends = words.slice(low, high + 1);
  chosen = { start: Math.min(...ends.map((word) => word.start)), end: Math.max(...ends.map((word) => word.end)) };
  caret = to;
  light();
  words[to].element.scrollIntoView({ block: "nearest" });
}

let anchor = -1; // where choosing began
function move(event) {
  if (!words.length) return false;
  const steps = { ArrowRight: 1, ArrowLeft: -1 };
  let to;
  if (event.key in steps) to = chosen ? caret + steps[event.key] : 0;
  else if (event.key === "ArrowDown" || event.key === "ArrowUp") to = chosen ? vertical(event.key === "ArrowDown") : 0;
  else if (event.key === "Home") to = 0;
  else if (event.key === "End") to = words.length - 1;
  else return false;
  to = Math.max(0, Math.min(words.length - 1, to));
  if (!event.shiftKey || anchor < 0 || !chosen) anchor = event.shiftKey && chosen ? caret : to;
  pick(anchor, to);
  return true;
}

function vertical(down) {
  const here = words[caret].element.getBoundingClientRect();
  const middle = here.left + here.width / 2;
  let best = caret, least = Infinity;
  words.forEach((word, number) => {
    const box = word.element.getBoundingClientRect();
    const apart = down ? box.top - here.top : here.top - box.top;
    if (apart <= here.height / 2) return;
    const off = Math.abs(box.left + box.width / 2 - middle) + 4 * apart;
    if (off < least) [best, least] = [number, off];
  });
  return best;
}

function wordAt(target) {
  return words.findIndex((word) => word.element === target);
}

let dragging = false;
$("page").addEventListener("pointerdown", (event) => {
  const at = wordAt(event.target);
  if (at < 0 || event.button) return;
  dragging = true;
  if (!(event.shiftKey && chosen)) anchor = at;
  pick(anchor, at);
});
$("page").addEventListener("pointermove", (event) => {
  if (!dragging) return;
  const at = wordAt(document.elementFromPoint(event.clientX, event.clientY));
  if (at >= 0 && at !== caret) pick(anchor, at);
});
addEventListener("pointerup", () => { dragging = false; });
document.addEventListener("copy", (event) => {
  if (!chosen || String(getSelection())) return;
  event.clipboardData.setData("text/plain", words.filter((word) => inside(word, chosen)).map((word) => word.element.textContent).join(" "));
  event.preventDefault();
});

function turn(to) {
  if (!source || to < 0 || to >= source.count || to === page) return;
  page = to;
  showPage();
}

// -- finding

function fillPlaces(list, places) {
  list.replaceChildren(...places.map((hit) => {
    const item = document.createElement("li"), button = document.createElement("button");
    button.type = "button";
    const strong = Object.assign(document.createElement("b"), { textContent: hit.text });
    button.append(hit.label ? `p. ${hit.label} … ` : "… ", hit.before, hit.before ? " " : "", strong, /^[\p{L}\p{N}(“‘"]/u.test(hit.after) ? " " : "", hit.after, " …");
    button.addEventListener("click", () => goTo(hit));
    item.append(button);
    return item;
  }));
}

function showHits(found) {
  $("hits").hidden = !found.length;
  fillPlaces($("hits"), found);
}

async function goTo(hit) {
  chosen = { start: hit.start, end: hit.end };
  showing = "passage";
  page = hit.page;
  await showPage();
  const first = words.findIndex((word) => inside(word, chosen));
  const last = words.findLastIndex((word) => inside(word, chosen));
  anchor = first;
  caret = Math.max(0, last);
  $("page").focus({ preventScroll: true });
}

async function find() {
  const text = $("find").value.trim();
  await loading; // what is typed quickly is looked for in the source that is to come
  if (!text || !source || source.kind === "none") return showHits([]);
  try {
    const { hits } = await query("/api/search", { key: source.key, words: text });
    if (!hits.length) { showHits([]); return say(`“${text}” is not in this source.`); }
    say(`${hits.length} ${hits.length === 1 ? "place" : "places"}.`);
    showHits(hits.length > 1 ? hits : []);
    await goTo(hits[0]);
  } catch (error) {
    tell(error.message);
  }
}

// -- acts

function ask(title, label, value = "") {
  return new Promise((resolve) => {
    const dialog = $("ask");
    $("ask-title").textContent = title;
    $("ask-label").textContent = label;
    $("ask-value").value = value;
    dialog.returnValue = "no";
    dialog.addEventListener("close", () => resolve(dialog.returnValue === "yes" ? $("ask-value").value.trim() : ""), { once: true });
    dialog.showModal();
    $("ask-value").focus();
  });
}

function send(what) {
  say("writing …");
  waiting = waiting.then(async () => {
    try {
      const data = await call("/api/act", what);
      take(data);
      if (data.error) tell(data.error);
      else {
        say(`Written: ${data.done}. U takes it back.`);
        passed.delete(current);
      }
    } catch (error) {
      tell(error.message);
    }
  });
  return waiting;
}

function undo() {
  waiting = waiting.then(async () => {
    try {
      const data = await call("/api/undo", {});
      take(data);
      say(`Taken back: ${data.undone}.`);
    } catch (error) {
      tell(error.message);
    }
  });
}

const PLACES = { quote: "Quote", page: "Page", section: "Section", paragraph: "Paragraph" };
const VERDICTS = ["supports", "partly", "does-not-support", "cannot-tell"];

async function act(name) {
  await loading;
  const one = current && desk.citations[current];
  if (!one) return;
  if (name in PLACES) {
    const what = { act: "anchor", id: one.id, kind: name };
    if (chosen && source?.kind !== "none") return send({ ...what, ...chosen });
    const label = name === "page" && source?.kind === "pdf" ? source.labels[page] : null;
    if (label) return send({ ...what, value: label });
    if (name === "quote" && source && source.kind !== "none") return tell("Choose the words first: / finds them, the arrow keys on the page choose them.");
    const value = await ask(`${PLACES[name]} for ${one.key}`, name === "quote" ? "The words, 3 to 25, to the letter" : PLACES[name]);
    if (value) send({ ...what, value });
  } else if (VERDICTS.includes(name)) {
    send({ act: "judge", id: one.id, verdict: name, note: $("note").value });
  } else if (name === "verify") {
    if (showing !== "entry") {
      setView("entry");
      return say("Compare title, authors and year with the title page; V once more records that they agree.");
    }
    send({ act: "verify", key: one.key ?? "" });
  } else if (name === "read") {
    send({ act: "read", key: one.key ?? "", level: "full_text" });
  } else if (name === "part") {
    const value = await ask(`What have you read of ${one.key}?`, "Sections or pages, with ; between");
    const locators = value.split(";").map((part) => part.trim()).filter(Boolean);
    if (locators.length) send({ act: "read", key: one.key ?? "", level: "sections", locators });
  }
}

function next() {
  if (current) passed.add(current);
  const left = () => desk.order.filter((id) => !desk.citations[id].passes && !passed.has(id) && fits(desk.citations[id]));
  let open = left();
  if (!open.length) {
    passed = new Set(current ? [current] : []);
    open = left();
  }
  if (!open.length) {
    return say(desk.passing === desk.total ? "All citations pass." : "No other citation waits here.");
  }
  const here = desk.order.indexOf(current);
  const best = Math.max(...open.map((id) => desk.citations[id].serves));
  const alike = open.filter((id) => desk.citations[id].serves === best);
  const to = alike.find((id) => desk.order.indexOf(id) > here) ?? alike[0];
  say("");
  choose(to, { focus: true });
}

function step(by) {
  const order = desk.order.filter((id) => fits(desk.citations[id]));
  const at = order.indexOf(current);
  const to = order[Math.max(0, Math.min(order.length - 1, at < 0 ? 0 : at + by))];
  if (to) choose(to, { focus: true });
}

function suggestNext() {
  if (!hints.length) return;
  hint = (hint + 1) % hints.length;
  goTo(hints[hint]);
  say(`Suggestion ${hint + 1} of ${hints.length}: T takes it as quote.`);
}

async function takeSuggestion() {
  await loading;
  const one = current && desk.citations[current], chosenHint = hints[Math.max(0, hint)];
  if (!chosenHint) return tell("There is no suggestion to take here.");
  if (!chosenHint.quote) return tell("The gate would find no part of it for certain: X shows it, and P takes its page.");
  await goTo(chosenHint); // what is written is seen
  await send({ act: "anchor", id: one.id, kind: "quote", value: chosenHint.quote });
}

// -- keys

const KEYS = {
  n: next, j: () => step(1), k: () => step(-1), u: undo, x: suggestNext, t: takeSuggestion,
  q: () => act("quote"), p: () => act("page"), s: () => act("section"), a: () => act("paragraph"),
  1: () => act("supports"), 2: () => act("partly"), 3: () => act("does-not-support"), 4: () => act("cannot-tell"),
  e: () => setView(showing === "entry" ? "passage" : "entry"), v: () => act("verify"),
  r: () => act("read"), R: () => act("part"), "/": () => { $("find").focus(); $("find").select(); },
  "[": () => turn(page - 1), "]": () => turn(page + 1), "?": () => $("keys").showModal(),
};

addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
  const target = event.target;
  if (target.matches?.("input, select, textarea")) {
    if (event.key === "Escape") { target.blur(); $("page").focus(); }
    return;
  }
  if (target === $("page") && move(event)) return event.preventDefault();
  if (target === $("manuscript") || target.classList?.contains("cite")) {
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      step(event.key === "ArrowDown" ? 1 : -1);
      return event.preventDefault();
    }
  }
  if (event.key === "Enter" && target.classList?.contains("cite")) {
    choose(target.dataset.id, { keep: true });
    $("page").focus();
    return event.preventDefault();
  }
  const work = $("keys-on").checked && desk && (KEYS[event.key] ?? (event.shiftKey ? undefined : KEYS[event.key.toLowerCase()]));
  if (!work) return;
  event.preventDefault();
  work();
});

$("manuscript").addEventListener("click", (event) => {
  const id = event.target.dataset?.id;
  if (id) choose(id, { focus: true });
});
$("next").addEventListener("click", next);
$("undo").addEventListener("click", undo);
$("help").addEventListener("click", () => $("keys").showModal());
$("show-passage").addEventListener("click", () => setView("passage"));
$("show-entry").addEventListener("click", () => setView("entry"));
$("back").addEventListener("click", () => turn(page - 1));
$("on").addEventListener("click", () => turn(page + 1));
$("find").addEventListener("keydown", (event) => { if (event.key === "Enter") { $("page").focus({ preventScroll: true }); loading = find(); } });
$("find").addEventListener("search", () => { if (!$("find").value) showHits([]); });
for (const id of ["by-status", "by-source", "by-chapter", "by-words"]) $(id).addEventListener("input", filter);
for (const button of document.querySelectorAll("#acts [data-act]")) button.addEventListener("click", () => act(button.dataset.act));

// -- what others change

async function listen() {
  const answer = await fetch("/api/events", { headers: { "X-Ars-Desk": sessionStorage.getItem(TOKEN) ?? "" } });
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    rest += value;
    const lines = rest.split("\n");
    rest = lines.pop();
    for (const line of lines) {
      if (!line || !JSON.parse(line).changed) continue;
      take(await call("/api/desk"));
      say("A file was changed by another program; it was read again.");
    }
  }
  tell("The desk has ended. What was written stays written.");
}

async function start() {
  try {
    await enter();
    const data = await call("/api/desk");
    take(data);
    document.body.dataset.ready = "yes";
    listen().catch(() => tell("The desk has ended. What was written stays written."));
  } catch (error) {
    $("advice").textContent = "This page was not opened by its user.";
    tell(error.status === 401 || error.status === 403 ? "Open the desk by the file that ars desk names." : error.message);
  }
}

start();
