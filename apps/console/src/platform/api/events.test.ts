import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { ServerEvent } from "./event-stream.ts";
import { onServerEvent, startEvents, stopEvents } from "./events.ts";
import { clearTokens, storeTokens } from "./tokens.ts";

const name = "countinghouse:events:7";
const realFetch = globalThis.fetch;

/** An opened stream: its start event, its output, and whether it was closed. */
interface Opened {
  readonly since: string | null;
  readonly signal: AbortSignal;
  send(text: string): void;
}

let opened: Opened[];
let heard: ServerEvent[];
let stops: (() => void)[];

beforeEach(() => {
  [opened, heard] = [[], []];
  storeTokens({ access: `x.${btoa(JSON.stringify({ sub: "7" }))}.x`, refresh: "r" });
  globalThis.fetch = async (_url, init) => {
    let send: Opened["send"] = () => {};
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        send = (text) => controller.enqueue(new TextEncoder().encode(text));
      },
    });
    opened.push({ since: new Headers(init?.headers).get("Last-Event-ID"), signal: init?.signal as AbortSignal, send });
    return new Response(body);
  };
  stops = [onServerEvent("*", (event) => heard.push(event))];
});

afterEach(() => {
  show("visible");
  stopEvents();
  for (const stop of stops) stop();
  globalThis.fetch = realFetch;
  clearTokens();
});

function show(state: DocumentVisibilityState): void {
  Object.defineProperty(document, "visibilityState", { value: state, configurable: true });
  document.dispatchEvent(new Event("visibilitychange"));
}

const topics = () => heard.map(({ topic }) => topic);
const stream = async (index: number): Promise<Opened> => {
  await vi.waitFor(() => expect(opened).toHaveLength(index + 1));
  return opened[index] as Opened;
};

/** Another page that holds the stream and releases it on request. */
async function anotherHolder() {
  const channel = new BroadcastChannel(name);
  const asked: unknown[] = [];
  channel.onmessage = ({ data }) => asked.push(data);
  let letGo: () => void = () => {};
  await new Promise<void>((held) => {
    void navigator.locks.request(name, () => {
      held();
      return new Promise<void>((resolve) => {
        letGo = resolve;
      });
    });
  });
  stops.push(letGo, () => channel.close());
  return { channel, asked, letGo };
}

test("a page that is hidden lets the stream go, and goes on from the last event once it is in sight", async () => {
  startEvents();
  const first = await stream(0);
  first.send("id: 41\nevent: notice.published\ndata: {}\n\n");
  await vi.waitFor(() => expect(topics()).toEqual(["notice.published"]));
  show("hidden");
  expect(first.signal.aborted).toBe(true);
  show("visible");
  expect((await stream(1)).since).toBe("41");
});

test("what the holder of the stream hears, it tells the other pages", async () => {
  const others = new BroadcastChannel(name);
  const told: unknown[] = [];
  others.onmessage = ({ data }) => told.push(data);
  stops.push(() => others.close());
  startEvents();
  const event = { id: "52", topic: "notice.published", payload: { id: 1 } };
  (await stream(0)).send('id: 52\nevent: notice.published\ndata: {"id":1}\n\n');
  await vi.waitFor(() => expect(told).toContainEqual({ event }));
  others.postMessage("where");
  await vi.waitFor(() => expect(told).toContainEqual({ at: "52" }));
});

test("beside a holder a page opens no stream, hears through it, and takes over from its last event", async () => {
  const holder = await anotherHolder();
  startEvents();
  await vi.waitFor(() => expect(holder.asked).toEqual(["where"]));
  holder.channel.postMessage({ event: { id: "63", topic: "notice.published", payload: {} } });
  await vi.waitFor(() => expect(topics()).toEqual(["notice.published"]));
  expect(opened).toEqual([]);
  holder.letGo();
  expect((await stream(0)).since).toBe("63");
});

test("a page that comes back beside a holder reads everything again when it missed something, and only then", async () => {
  const holder = await anotherHolder();
  startEvents();
  holder.channel.postMessage({ event: { id: "70", topic: "notice.published", payload: {} } });
  await vi.waitFor(() => expect(topics()).toEqual(["notice.published"]));
  holder.channel.postMessage({ at: "70" });
  show("hidden");
  holder.channel.postMessage({ event: { id: "71", topic: "notice.published", payload: {} } });
  show("visible");
  await vi.waitFor(() => expect(holder.asked).toEqual(["where", "where"]));
  holder.channel.postMessage({ at: "71" });
  await vi.waitFor(() => expect(topics()).toEqual(["notice.published", "overflow"]));
});
