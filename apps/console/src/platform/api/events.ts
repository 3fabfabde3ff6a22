import { readEvents, type ServerEvent } from "./event-stream.ts";
import { signedInUser } from "./tokens.ts";

type Listener = (event: ServerEvent) => void;

/** Messages between a browser's pages: an event, the stream's position, or a request for it. */
type EventMessage = { readonly event: ServerEvent } | { readonly at: string } | "where";

const shortestWait = 1_000;
const longestWait = 30_000;

const listeners = new Map<string, Set<Listener>>();
let isWanted = false;
let attending: AbortController | undefined;
let lastId = "";

/** Subscribes to a topic of the event stream; `*` for all. Returns the unsubscribe function. */
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

/** Stops taking part. */
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
  // Web Locks need a secure context. On plain HTTP each visible page has a stream of its own.
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
    // Not the result of the reading, which would come too late for a page being put away.
    return ended;
  };
  tell("where");
  // Rejected when the page leaves while waiting.
  await navigator.locks.request(name, { signal }, hold).catch(() => undefined);
}

/** Another page holds the stream at this event: missed changes are reloaded rather than replayed. */
function standAt(id: string): void {
  const missed = lastId !== "" && lastId !== id;
  lastId = id;
  if (missed) deliver({ id, topic: "overflow", payload: {} });
}

/** Reads the stream while the page holds it, resuming after the last event. */
async function keepReading(signal: AbortSignal, take: Listener): Promise<void> {
  let wait = shortestWait;
  while (!signal.aborted && signedInUser() !== undefined) {
    const wasOpen = await readEvents(lastId, signal, take).catch(() => false);
    wait = wasOpen ? shortestWait : Math.min(wait * 2, longestWait);
    // With jitter, so that a restarted server does not get all consoles in the same second.
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
