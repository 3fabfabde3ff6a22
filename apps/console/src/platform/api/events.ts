import { followSession, sessionHeaders } from "./client.ts";
import { millisecondsLeft, storedTokens } from "./tokens.ts";

/** One event of the server's stream. */
export interface ServerEvent {
  readonly id: string;
  /** What it is about, such as `sysNotice.published`. */
  readonly topic: string;
  readonly payload: unknown;
}

type Listener = (event: ServerEvent) => void;

const shortestWait = 1_000;
const longestWait = 30_000;
/** A stream silent for this long is dead: the server sends a comment more often than that. */
const longestSilence = 90_000;

const listeners = new Map<string, Set<Listener>>();
let running: AbortController | undefined;
let lastId = "";

/** Follows a topic of the server's event stream; `*` follows all. Returns the way to stop. */
export function onServerEvent(topic: string, listener: Listener): () => void {
  const known = listeners.get(topic) ?? new Set();
  listeners.set(topic, known.add(listener));
  return () => known.delete(listener);
}

/** Opens the stream and keeps it open: after a break it goes on from the last event seen. */
export function startEvents(): void {
  if (running) return;
  running = new AbortController();
  void keepReading(running.signal);
}

/** Closes the stream. `forget` also drops the place to go on from, as at sign-out. */
export function stopEvents(forget = false): void {
  running?.abort();
  running = undefined;
  if (forget) lastId = "";
}

async function keepReading(signal: AbortSignal): Promise<void> {
  let wait = shortestWait;
  while (!signal.aborted && storedTokens()) {
    const wasOpen = await readOnce(signal).catch(() => false);
    wait = wasOpen ? shortestWait : Math.min(wait * 2, longestWait);
    // Spread, so that a restarted server is not met by every console in the same second.
    await pause(wait * (0.5 + Math.random() / 2), signal);
  }
}

/** Reads until the stream ends; answers whether it was open at all. */
async function readOnce(signal: AbortSignal): Promise<boolean> {
  const pair = storedTokens();
  const headers = sessionHeaders(pair, pair !== undefined && millisecondsLeft(pair.access) <= 0);
  headers.set("Accept", "text/event-stream");
  headers.set("X-Passive", "1");
  if (lastId) headers.set("Last-Event-ID", lastId);
  const silence = new AbortController();
  const response = await fetch("/api/events", {
    headers,
    credentials: "omit",
    cache: "no-store",
    signal: AbortSignal.any([signal, silence.signal]),
  });
  followSession(response);
  if (!response.ok || !response.body) return false;
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  const parse = createEventParser(deliver);
  for (;;) {
    const alarm = setTimeout(() => silence.abort(), longestSilence);
    const { done, value } = await reader.read().finally(() => clearTimeout(alarm));
    if (done) return true;
    parse(value);
  }
}

function deliver(event: ServerEvent): void {
  if (event.id) lastId = event.id;
  for (const topic of [event.topic, "*"]) for (const listener of [...(listeners.get(topic) ?? [])]) listener(event);
}

/** Takes the stream in pieces of any size and gives back whole events (WHATWG HTML, server-sent events). */
export function createEventParser(deliverEvent: (event: ServerEvent) => void): (piece: string) => void {
  let rest = "";
  let fields = { id: "", event: "message", data: [] as string[] };
  const line = (text: string) => {
    if (text === "") {
      if (fields.data.length > 0)
        deliverEvent({ id: fields.id, topic: fields.event, payload: payloadOf(fields.data.join("\n")) });
      fields = { id: "", event: "message", data: [] };
      return;
    }
    const at = text.indexOf(":");
    if (at === 0) return;
    const name = at < 0 ? text : text.slice(0, at);
    const value = at < 0 ? "" : text.slice(at + 1).replace(/^ /, "");
    if (name === "data") fields.data.push(value);
    else if (name === "event") fields.event = value;
    else if (name === "id" && !value.includes("\u0000")) fields.id = value;
  };
  return (piece) => {
    const lines = (rest + piece).split(/\r\n|\n|\r(?!$)/);
    rest = lines.pop() ?? "";
    for (const text of lines) line(text);
  };
}

function payloadOf(data: string): unknown {
  try {
    return JSON.parse(data);
  } catch {
    return data;
  }
}

const pause = (milliseconds: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      resolve();
    });
  });
