import { once } from "node:events";
import type { ServerResponse } from "node:http";
import { query } from "@countinghouse/contract/kit/operation.ts";
import { refuse } from "@countinghouse/contract/kit/refusal.ts";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import type { Actor } from "../access/actor.ts";
import { assertMay } from "../access/permission.ts";
import type { Clock } from "../clock/clock.ts";
import type { RequestFacts } from "../http/context.ts";
import { factsOfRequest } from "../http/request-facts.ts";
import type { Authenticate } from "../http/server.ts";
import { isForActor } from "./event-audience.ts";
import type { EventFeed, FedEvent } from "./event-feed.ts";
import { type EventPosition, formatPosition, parsePosition } from "./event-position.ts";

/** Path of the console's event stream. */
export const eventStreamPath = "/api/events";

export interface EventStreamOptions {
  readonly feed: EventFeed;
  readonly authenticate: Authenticate;
  readonly clock: Clock;
  /**
   * Reports sessions that changed: ended, locked, or given other permissions. Their streams re-authenticate at once.
   * The handler gets the session's id, or undefined when any session may have changed.
   */
  readonly watchSessions?: (handler: (sessionId: string | undefined) => void) => () => void;
  readonly heartbeatMs?: number;
  readonly streamsPerSessionMax?: number;
}

/** Reconnection delay told to the client, in milliseconds. */
const retryMs = 1_000;
/** Bytes a client may leave unread before it is disconnected. */
const unreadBytesMax = 1_048_576;
/** Events buffered while a client still reads its backlog. */
const waitingEventsMax = 1_000;
const drainMsMax = 30_000;

/** Listening does not count as activity of the session. */
const operation = query(z.object({}), z.unknown(), { access: "signedIn", passive: true });

/** One connected client. */
interface Stream {
  readonly response: ServerResponse;
  actor: Actor;
  /** Authenticates again; closes the stream of a caller who may no longer listen. */
  recheck(): Promise<void>;
  close(event: "ended" | "draining"): void;
}

/** Registers the event stream on the server, for its lifetime. */
export function registerEventStream(app: FastifyInstance, options: EventStreamOptions): void {
  const { feed, heartbeatMs = 15_000, streamsPerSessionMax = 10 } = options;
  const streams = new Set<Stream>();
  let isDraining = false;

  const unwatch = options.watchSessions?.((sessionId) => {
    for (const stream of streams) {
      if (sessionId === undefined || stream.actor.sessionId === sessionId) void stream.recheck();
    }
  });
  const heartbeat = setInterval(() => {
    for (const stream of streams) {
      write(stream.response, ": \n\n");
      void stream.recheck();
    }
  }, heartbeatMs);
  heartbeat.unref();
  app.addHook("preClose", async () => {
    isDraining = true;
    clearInterval(heartbeat);
    unwatch?.();
    for (const stream of streams) stream.close("draining");
  });

  app.get(eventStreamPath, async (request, reply) => {
    if (isDraining) throw refuse("platform.draining", {}, { headers: { "Retry-After": "1" } });
    const caller = callerOf(request);
    const actor = await identify(options, caller.facts, (name, value) => {
      reply.header(name, value);
      caller.renewed(name, value);
    });
    const held = [...streams].filter((stream) => stream.actor.sessionId === actor.sessionId);
    if (held.length >= streamsPerSessionMax) {
      throw refuse("platform.tooManyRequests", { seconds: 5 }, { headers: { "Retry-After": "5" } });
    }
    const stream = open(options, caller.facts, reply, actor, () => streams.delete(stream));
    streams.add(stream);
    await follow(feed, stream, positionFrom(request));
    return reply;
  });
}

/** The caller's credentials for the lifetime of the stream: the refresh token is used once, on connecting. */
function callerOf(request: FastifyRequest) {
  const facts = factsOfRequest(request);
  const headers = { ...facts.headers };
  return {
    facts: { ...facts, headers },
    renewed(name: string, value: string): void {
      if (name.toLowerCase() === "access-token") headers.authorization = `Bearer ${value}`;
    },
  };
}

async function identify(
  { authenticate, clock }: EventStreamOptions,
  facts: RequestFacts,
  setHeader: (name: string, value: string) => void,
) {
  const actor = await authenticate(facts, operation, setHeader);
  assertMay(actor, "events", "listen", operation, clock.now());
  return actor;
}

function positionFrom(request: FastifyRequest): EventPosition | "unreadable" | undefined {
  const sent = request.headers["last-event-id"];
  return typeof sent === "string" && sent !== "" ? (parsePosition(sent) ?? "unreadable") : undefined;
}

function open(
  options: EventStreamOptions,
  facts: RequestFacts,
  reply: FastifyReply,
  actor: Actor,
  onClose: () => void,
): Stream {
  reply.hijack();
  const response = reply.raw;
  response.writeHead(200, {
    ...(reply.getHeaders() as Record<string, string>),
    "content-type": "text/event-stream; charset=utf-8",
    "cache-control": "no-store, no-transform",
    // Buffering proxies would hold events back.
    "x-accel-buffering": "no",
  });
  response.on("error", () => {});
  response.once("close", onClose);
  const { "x-authorization": _refresh, ...headers } = facts.headers;
  const knownFacts = { ...facts, headers };
  let checking: Promise<void> | undefined;
  const stream: Stream = {
    response,
    actor,
    recheck: () => {
      checking ??= identify(options, knownFacts, () => {})
        .then(
          (current) => {
            stream.actor = current;
          },
          (error: { status?: number }) => {
            // An unreachable database does not mean that the session has ended.
            if (error.status !== undefined && error.status < 500) stream.close("ended");
          },
        )
        .finally(() => {
          checking = undefined;
        });
      return checking;
    },
    close: (event) => {
      if (response.writableEnded) return;
      control(response, event, undefined);
      response.end();
    },
  };
  return stream;
}

/** Sends the backlog, then events as they happen. */
async function follow(feed: EventFeed, stream: Stream, since: EventPosition | "unreadable" | undefined): Promise<void> {
  const { response } = stream;
  // An event of the backlog may still be announced: this node can receive an event after it was readable.
  const sent = new Set<number>();
  const sendOnce = (fed: FedEvent): void => {
    if (!sent.delete(fed.event.id)) send(stream, fed);
  };
  let waiting: FedEvent[] | undefined = [];
  const unsubscribe = feed.subscribe((fed) => {
    if (!waiting) sendOnce(fed);
    else if (waiting.push(fed) > waitingEventsMax) response.destroy();
  });
  response.once("close", unsubscribe);
  control(response, "ready", since ? undefined : feed.position());
  if (since) {
    const backlog = since === "unreadable" ? "overflow" : await feed.backlog(since).catch(() => "overflow" as const);
    if (backlog === "overflow") control(response, "overflow", feed.position());
    else {
      for (const fed of backlog) {
        sent.add(fed.event.id);
        send(stream, fed);
        if (response.writableNeedDrain) await drained(response);
      }
    }
  }
  for (const fed of waiting) sendOnce(fed);
  waiting = undefined;
}

/** Waits for a client to read its backlog, up to a limit. */
async function drained(response: ServerResponse): Promise<void> {
  const signal = AbortSignal.timeout(drainMsMax);
  await Promise.race([once(response, "drain", { signal }), once(response, "close", { signal })]).catch(() =>
    response.destroy(),
  );
}

/** A control event of the stream itself. It moves the client's position when it carries one. */
function control(response: ServerResponse, event: string, position: EventPosition | undefined): void {
  const place = position ? `id: ${formatPosition(position)}\n` : "";
  write(response, `retry: ${retryMs}\n${place}event: ${event}\ndata: {}\n\n`);
}

function send({ response, actor }: Stream, { event, position }: FedEvent): void {
  if (!isForActor(event.audience, actor)) return;
  write(response, `id: ${formatPosition(position)}\nevent: ${event.topic}\ndata: ${JSON.stringify(event.payload)}\n\n`);
}

/** Writes to a client; disconnects one that does not read. It reconnects and continues from its position. */
function write(response: ServerResponse, text: string): void {
  if (response.writableEnded || response.destroyed) return;
  if (response.writableLength + text.length > unreadBytesMax) response.destroy();
  else response.write(text);
}
