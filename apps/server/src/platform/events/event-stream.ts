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

/** Where the console listens. */
export const eventStreamPath = "/api/events";

export interface EventStreamOptions {
  readonly feed: EventFeed;
  readonly authenticate: Authenticate;
  readonly clock: Clock;
  /**
   * Tells of sessions that changed: ended, locked, given other permissions. Their streams ask who they belong to at
   * once. The handler gets the session's id, or undefined when any session may have changed.
   */
  readonly watchSessions?: (handler: (sessionId: string | undefined) => void) => () => void;
  readonly heartbeatMs?: number;
  readonly streamsPerSessionMax?: number;
}

/** What the client is told to wait before it connects again. */
const retryMs = 1_000;
/** Bytes a client may leave unread before it is cut off. */
const unreadBytesMax = 1_048_576;
/** Events that may happen while a client still reads what it missed. */
const waitingEventsMax = 1_000;
const drainMsMax = 30_000;

/** Listening is no activity of the session. */
const operation = query(z.object({}), z.unknown(), { access: "signedIn", passive: true });

/** One connected client. */
interface Stream {
  readonly response: ServerResponse;
  actor: Actor;
  /** Asks again who this is; closes the stream of somebody who may no longer listen. */
  recheck(): Promise<void>;
  close(event: "ended" | "draining"): void;
}

/** Puts the stream of events on its route, for the life of the server. */
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

/** The caller's credentials for as long as the stream lives: the refresh token is used once, at the door. */
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
    // Proxies that buffer answers would hold events back.
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
            // A database that does not answer says nothing about the session.
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

/** Sends what was missed, then what happens. */
async function follow(feed: EventFeed, stream: Stream, since: EventPosition | "unreadable" | undefined): Promise<void> {
  const { response } = stream;
  // What was read as missed may still be announced: this node can hear of an event later than it can be read.
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

/** A client that reads what it asked for is waited for, but not for ever. */
async function drained(response: ServerResponse): Promise<void> {
  const signal = AbortSignal.timeout(drainMsMax);
  await Promise.race([once(response, "drain", { signal }), once(response, "close", { signal })]).catch(() =>
    response.destroy(),
  );
}

/** An event of the stream itself. It moves the place to go on from when it carries one. */
function control(response: ServerResponse, event: string, position: EventPosition | undefined): void {
  const place = position ? `id: ${formatPosition(position)}\n` : "";
  write(response, `retry: ${retryMs}\n${place}event: ${event}\ndata: {}\n\n`);
}

function send({ response, actor }: Stream, { event, position }: FedEvent): void {
  if (!isForActor(event.audience, actor)) return;
  write(response, `id: ${formatPosition(position)}\nevent: ${event.topic}\ndata: ${JSON.stringify(event.payload)}\n\n`);
}

/** Cuts a client off that does not read: it connects again and goes on from where it was. */
function write(response: ServerResponse, text: string): void {
  if (response.writableEnded || response.destroyed) return;
  if (response.writableLength + text.length > unreadBytesMax) response.destroy();
  else response.write(text);
}
