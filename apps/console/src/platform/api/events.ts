import { readEvents, type ServerEvent } from "./event-stream.ts";
import { signedInUser } from "./tokens.ts";

type Listener = (event: ServerEvent) => void;

/** What the pages of one browser tell each other: an event that came, where the stream stands, or who asks for that. */
type EventMessage = { readonly event: ServerEvent } | { readonly at: string } | "where";

const shortestWait = 1_000;
const longestWait = 30_000;

const listeners = new Map<string, Set<Listener>>();
let isWanted = false;
let attending: AbortController | undefined;
let lastId = "";

/** Follows a topic of the server's event stream; `*` follows all. Returns the way to stop. */
export function onServerEvent(topic: string, listener: Listener): () => void {
  const known = listeners.get(topic) ?? new Set();
  listeners.set(topic, known.add(listener));
  return () => known.delete(listener);
}

/**
 * Takes part in the event stream from now on. A browser gives a host six connections for all its pages, so the pages
 * of one user share a stream: one of those in sight holds it and tells the others. A page that is hidden, or kept for
 * the way back, lets go, and goes on from the last event it knows once it is in sight again.
 */
export function startEvents(): void {
  isWanted = true;
  document.addEventListener("visibilitychange", attendInSight);
  window.addEventListener("pagehide", leave);
  window.addEventListener("pageshow", attendInSight);
  attendInSight();
}

/** Takes part no more. */
export function stopEvents(): void {
  isWanted = false;
  leave();
}

function attendInSight(): void {
  const isInSight = document.visibilityState === "visible";
  if (!isInSight) leave();
  if (!isInSight || !isWanted || attending) return;
  attending = new AbortController();
  void attend(attending.signal);
}

function leave(): void {
  attending?.abort();
  attending = undefined;
}

async function attend(signal: AbortSignal): Promise<void> {
  // Locks are for secure contexts only. On plain HTTP each page in sight holds a stream of its own.
  if (!("locks" in navigator)) return keepReading(signal, deliver);
  const name = `countinghouse:events:${signedInUser() ?? ""}`;
  const others = new BroadcastChannel(name);
  const ended = new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve()));
  void ended.then(() => others.close());
  const tell = (word: EventMessage) => signal.aborted || others.postMessage(word);
  let isHolder = false;
  others.onmessage = ({ data: word }: MessageEvent<EventMessage>) => {
    if (word === "where") return void (isHolder && lastId && tell({ at: lastId }));
    if (isHolder) return;
    if ("event" in word) deliver(word.event);
    else standAt(word.at);
  };
  const hold = () => {
    isHolder = true;
    void keepReading(signal, (event) => {
      deliver(event);
      tell(event.topic === "ready" ? { at: lastId } : { event });
    });
    // Not what the reading ends with, which comes too late for a page that is put away in this moment.
    return ended;
  };
  tell("where");
  // Refused where the page leaves while it waits for its turn.
  await navigator.locks.request(name, { signal }, hold).catch(() => undefined);
}

/** Another page holds the stream, and is at this event: what came between is read again rather than asked for. */
function standAt(id: string): void {
  const missed = lastId !== "" && lastId !== id;
  lastId = id;
  if (missed) deliver({ id, topic: "overflow", payload: {} });
}

/** Reads the stream for as long as the page holds it: after a break it goes on from the last event. */
async function keepReading(signal: AbortSignal, take: Listener): Promise<void> {
  let wait = shortestWait;
  while (!signal.aborted && signedInUser() !== undefined) {
    const wasOpen = await readEvents(lastId, signal, take).catch(() => false);
    wait = wasOpen ? shortestWait : Math.min(wait * 2, longestWait);
    // Spread, so that a restarted server is not met by every console in the same second.
    await pause(wait * (0.5 + Math.random() / 2), signal);
  }
}

function deliver(event: ServerEvent): void {
  if (event.id) lastId = event.id;
  for (const topic of [event.topic, "*"]) for (const listener of [...(listeners.get(topic) ?? [])]) listener(event);
}

const pause = (milliseconds: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      resolve();
    });
  });
