/**
 * Runs in the browser. It asks with the console's own token, which no server reads from its cookie, follows the
 * language, the theme and the time zone of a console that frames it, and puts everything it shows on the page as text.
 */
export const boardScript = `"use strict";
const everyMs = 5000;
const words = JSON.parse(document.body.dataset.words);
const tones = JSON.parse(document.body.dataset.tones);
const byId = (id) => document.getElementById(id);
let board;
let problem = "loading";

// The console around this page, if there is one; a page of somebody else is out of reach.
const frame = (() => {
  try { return parent !== window ? parent.document.documentElement : undefined; } catch { return undefined; }
})();
const localeOf = (tag) => /^zh-(tw|hk|mo|hant)/i.test(tag) ? "zh-tw" : /^zh/i.test(tag) ? "zh-cn" : "en";
const said = () => words[document.documentElement.lang];

function follow() {
  if (!frame) return;
  document.documentElement.lang = localeOf(frame.lang);
  document.documentElement.dataset.theme = frame.dataset.theme === "dark" ? "dark" : "light";
}

// The access token goes with every question; where it is over, the other one goes along once to renew both.
const cookie = () => document.cookie.split("; ").find((part) => /^(__Host-)?countinghouse-token=/.test(part)) ?? "";
function keep(access, refresh) {
  const stays = localStorage.getItem("countinghouse:staySignedIn") === "true" ? "; Max-Age=43200" : "";
  const secure = location.protocol === "https:" ? "; Secure" : "";
  document.cookie = cookie().split("=", 1)[0] + "=" + access + "~" + refresh + "; Path=/; SameSite=Strict" + secure + stays;
}
async function send(path, withRefresh) {
  const stored = cookie();
  const [access, refresh] = stored.slice(stored.indexOf("=") + 1).split("~");
  if (!access) return { status: 401 };
  const answer = await fetch(path, {
    headers: {
      Authorization: "Bearer " + access, "Accept-Language": document.documentElement.lang, "X-Passive": "1",
      ...(withRefresh ? { "X-Authorization": "Bearer " + refresh } : {}),
    },
    credentials: "omit", cache: "no-store", signal: AbortSignal.timeout(20000),
  });
  const renewed = [answer.headers.get("access-token"), answer.headers.get("x-access-token")];
  // The console may have renewed them meanwhile: the newer ones stay.
  if (renewed[0] && renewed[1] && cookie() === stored) keep(...renewed);
  return answer;
}

const zone = () => frame?.dataset.timeZone || undefined;
const clock = (instant, options) => new Intl.DateTimeFormat("sv-SE", { timeZone: zone(), ...options }).format(new Date(instant));
const onlyTime = { hour: "2-digit", minute: "2-digit", second: "2-digit" };
const onlyDay = { year: "numeric", month: "2-digit", day: "2-digit" };
// The reader's midnight, by the server's clock as soon as that is known.
function dayBegan() {
  const at = board ? Date.parse(board.now) : performance.timeOrigin + performance.now();
  const [hours, minutes, seconds] = clock(at, onlyTime).split(":").map(Number);
  return new Date(Math.floor(at / 1000) * 1000 - (hours * 3600 + minutes * 60 + seconds) * 1000).toISOString();
}
async function ask() {
  const path = "/api/sysJob/board?since=" + dayBegan();
  let answer = await send(path, false);
  if (answer.status === 401) answer = await send(path, true);
  if (!answer.ok) return { problem: { 401: "signIn", 403: "forbidden", 423: "locked" }[answer.status] ?? "failed" };
  return { board: (await answer.json()).result };
}

const make = (tag, text, name) => {
  const element = document.createElement(tag);
  if (text !== undefined && text !== null) element.textContent = text;
  if (name) element.className = name;
  return element;
};
const number = (value) => new Intl.NumberFormat(document.documentElement.lang).format(value);
function time(instant) {
  if (!instant) return make("span", "–", "quiet");
  const isToday = clock(instant, onlyDay) === clock(board.now, onlyDay);
  const element = make("time", clock(instant, isToday ? onlyTime : { ...onlyDay, ...onlyTime }));
  element.dateTime = instant;
  element.title = clock(instant, { ...onlyDay, ...onlyTime, timeZoneName: "short" });
  return element;
}
const took = (ms) => ms === null ? "–" : ms < 1000 ? ms + " ms" : ms < 60000 ? (ms / 1000).toFixed(1) + " s"
  : Math.floor(ms / 60000) + " min " + Math.floor(ms % 60000 / 1000) + " s";
const count = (value, tone) => make("b", number(value), value === 0 ? "quiet" : tone);
function state(value) {
  const chip = make("span", said().states[value], "chip " + (tones[value] ?? ""));
  chip.prepend(make("i"));
  return chip;
}
function schedules(list) {
  if (list.length === 0) return make("span", said().text.onDemand, "quiet");
  const box = make("span");
  for (const { cron, timeZone } of list) box.append(make("code", cron), make("small", timeZone, "quiet"));
  return box;
}

// One table; on a narrow screen each row becomes a card that names its own values.
function table(label, columns, rows, empty) {
  if (rows.length === 0) return make("p", empty, "quiet empty");
  const box = make("table");
  box.setAttribute("aria-label", label);
  const head = make("tr");
  for (const [field, , name] of columns) head.append(Object.assign(make("th", said().fields[field], name), { scope: "col" }));
  box.append(make("thead"), make("tbody"));
  box.tHead.append(head);
  for (const row of rows) {
    const line = make("tr");
    for (const [field, cell, name] of columns) {
      const box = make("td", undefined, name);
      box.dataset.label = said().fields[field];
      box.append(cell(row));
      line.append(box);
    }
    box.tBodies[0].append(line);
  }
  return box;
}

const queueColumns = [
  ["name", (queue) => make("strong", queue.name), "name"],
  ["waiting", (queue) => count(queue.waiting, "info"), "figure"],
  ["active", (queue) => count(queue.active, "progress"), "figure"],
  ["failed", (queue) => count(queue.failed, "danger"), "figure"],
  ["completedToday", (queue) => count(queue.completedToday, "success"), "figure"],
  ["lastRun", (queue) => time(queue.lastRun)],
  ["nextRun", (queue) => time(queue.nextRun)],
  ["schedules", (queue) => schedules(queue.schedules)],
];
const runColumns = [
  ["name", (run) => make("strong", run.queue), "name"],
  ["state", (run) => state(run.state)],
  ["startedAt", (run) => time(run.startedAt)],
  ["finishedAt", (run) => time(run.finishedAt)],
  ["elapsed", (run) => make("span", took(run.elapsed)), "figure"],
  ["error", (run) => make("span", run.error ?? "", "error"), "error"],
];

function draw() {
  const { title, text } = said();
  document.title = title;
  document.querySelector("h1").textContent = title;
  byId("queues-title").textContent = text.queues;
  byId("runs-title").textContent = text.runs;
  const notice = problem ? text[problem].replace("{permission}", document.body.dataset.permission) : "";
  if (byId("notice").textContent !== notice) byId("notice").textContent = notice;
  byId("notice").hidden = !problem;
  document.body.dataset.problem = problem ?? "";
  document.querySelector("main").hidden = !board;
  byId("pulse").hidden = !board;
  if (!board) return;
  byId("pulse").textContent = text.updated.replace("{time}", clock(board.now, onlyTime)) + " · " + (isShown() ? text.live : text.paused);
  byId("queues").replaceChildren(table(text.queues, queueColumns, board.queues, text.noQueues));
  byId("runs").replaceChildren(table(text.runs, runColumns, board.runs, text.noRuns));
}

// A page in a hidden tab, of the browser or of the console, asks nothing.
const isShown = () => !document.hidden && innerWidth > 0;
let isAsking = false;
async function renew() {
  if (isAsking || !isShown()) return;
  isAsking = true;
  try {
    const answer = await ask();
    problem = answer.problem;
    if (answer.board) board = answer.board;
    // What somebody may not see, or no longer, does not stay on the screen.
    else if (problem !== "failed") board = undefined;
  } catch { problem = "failed"; }
  isAsking = false;
  draw();
}

follow();
draw();
if (frame) new MutationObserver(() => { follow(); draw(); }).observe(frame, { attributes: true, attributeFilter: ["lang", "data-theme", "data-time-zone"] });
document.addEventListener("visibilitychange", () => { draw(); renew(); });
setInterval(renew, everyMs);
renew();
`;
