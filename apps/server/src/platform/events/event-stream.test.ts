import { connect as connectTo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { refuse } from "@countinghouse/contract/kit/refusal.ts";
import type { FastifyInstance } from "fastify";
import pg from "pg";
import { pino } from "pino";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../../test/database.ts";
import { type Actor, anonymousActor } from "../access/actor.ts";
import { systemClock } from "../clock/clock.ts";
import { openPool, queryBuilder } from "../db/pool.ts";
import type { DomainEvent } from "../http/context.ts";
import { createMetrics } from "../http/metrics.ts";
import { buildServer } from "../http/server.ts";
import { buildTranslator } from "../http/translate.ts";
import { recordEvent } from "../outbox/outbox.ts";
import { createEventFeed, type EventFeed } from "./event-feed.ts";
import { registerEventStream } from "./event-stream.ts";

const logger = pino({ level: "silent" });
const actorOf = (userId: number, parts: Partial<Actor> = {}): Actor => ({
  ...anonymousActor,
  isSignedIn: true,
  userId,
  tenantId: userId,
  sessionId: `ses_${userId}`,
  scope: { tenantId: userId, orgIds: "all", selfOnly: false, merchantIds: "all" },
  ...parts,
});

let database: TestDatabase;
let db: ReturnType<typeof queryBuilder>;
let actors: Map<string, Actor>;
let sessionChanged: (sessionId: string | undefined) => void;
let nodes: { app: FastifyInstance; feed: EventFeed; url: string }[];
let clients: Client[];
let passive: boolean[];

beforeAll(async () => {
  database = await createTestDatabase();
  db = queryBuilder(openPool({ url: database.appUrl, max: 8, onError: () => {} }));
});

afterAll(async () => {
  await db.destroy();
  await database.drop();
});

beforeEach(async () => {
  actors = new Map([
    ["one", actorOf(1)],
    ["two", actorOf(2, { permissions: new Set(["order:page"]) })],
    [
      "root",
      actorOf(3, { holdsAll: true, scope: { tenantId: null, orgIds: "all", selfOnly: false, merchantIds: "all" } }),
    ],
  ]);
  nodes = [];
  clients = [];
  passive = [];
});

afterEach(async () => {
  for (const client of clients) client.close();
  for (const { app, feed } of nodes) {
    await app.close();
    await feed.close();
  }
});

async function startNode(): Promise<{ app: FastifyInstance; feed: EventFeed; url: string }> {
  const authenticate = async (request: { headers: Record<string, unknown> }, operation: { passive?: boolean }) => {
    passive.push(operation.passive ?? false);
    const found = actors.get(String(request.headers.authorization ?? "").replace("Bearer ", ""));
    if (!found) throw refuse("platform.unauthenticated", {}, { status: 401 });
    return found;
  };
  const feed = createEventFeed({ listenUrl: database.appUrl, db, logger, heartbeatMs: 500 });
  const app = await buildServer({
    spine: {
      db,
      standby: undefined,
      clock: systemClock,
      seals: undefined as never,
      translator: buildTranslator([]),
      deadlineMs: 30_000,
      enqueue: async () => {},
    },
    routes: [],
    authenticate: authenticate as never,
    metrics: createMetrics(),
    logger,
    trustProxy: false,
    isProduction: false,
  } as never);
  registerEventStream(app, {
    feed,
    authenticate: authenticate as never,
    clock: systemClock,
    heartbeatMs: 300,
    watchSessions: (handler) => {
      sessionChanged = handler;
      return () => {};
    },
  });
  const url = await app.listen({ port: 0, host: "127.0.0.1" });
  await until(() => feed.position() !== undefined);
  const node = { app, feed, url };
  nodes.push(node);
  return node;
}

interface Frame {
  readonly id?: string;
  readonly event: string;
  readonly data: unknown;
}

/** A client that reads the stream like a browser, keeping the last id. */
class Client {
  readonly frames: Frame[] = [];
  lastId: string | undefined;
  comments = 0;
  isOpen = true;
  readonly #abort = new AbortController();

  async connect(url: string, token: string, lastId?: string): Promise<Response> {
    clients.push(this);
    this.lastId = lastId;
    const headers = { authorization: `Bearer ${token}`, ...(lastId ? { "last-event-id": lastId } : {}) };
    const response = await fetch(`${url}/api/events`, { headers, signal: this.#abort.signal });
    if (response.ok && response.body)
      void this.#read(response.body)
        .catch(() => {})
        .finally(() => {
          this.isOpen = false;
        });
    return response;
  }

  async #read(body: ReadableStream<Uint8Array>): Promise<void> {
    let rest = "";
    for await (const piece of body.pipeThrough(new TextDecoderStream() as never) as never as AsyncIterable<string>) {
      const blocks = (rest + piece).split("\n\n");
      rest = blocks.pop() ?? "";
      for (const block of blocks) this.#take(block);
    }
  }

  #take(block: string): void {
    if (block.startsWith(":")) {
      this.comments += 1;
      return;
    }
    const fields = new Map(
      block.split("\n").map((line) => [line.slice(0, line.indexOf(":")), line.slice(line.indexOf(":") + 2)]),
    );
    const id = fields.get("id");
    if (id !== undefined) this.lastId = id;
    this.frames.push({
      ...(id === undefined ? {} : { id }),
      event: fields.get("event") ?? "message",
      data: JSON.parse(fields.get("data") ?? "null"),
    });
  }

  topics(): string[] {
    return this.frames.map(({ event }) => event).filter((event) => event !== "ready");
  }

  close(): void {
    this.#abort.abort();
  }
}

async function connect(url: string, token: string, lastId?: string): Promise<Client> {
  const client = new Client();
  const response = await client.connect(url, token, lastId);
  expect(response.status).toBe(200);
  await until(() => client.frames.length > 0);
  return client;
}

async function until(condition: () => boolean, ms = 5_000): Promise<void> {
  for (const started = Date.now(); Date.now() - started < ms; await sleep(5)) if (condition()) return;
  throw new Error("the awaited state did not come");
}

const record = (topic: string, audience?: DomainEvent["audience"]) =>
  recordEvent(db, { topic, payload: { about: topic }, ...(audience ? { audience } : {}) });

describe("GET /api/events", () => {
  test("asks who calls, without counting it as activity", async () => {
    const { url } = await startNode();
    const refusedCall = await new Client().connect(url, "nobody");
    expect(refusedCall.status).toBe(401);
    expect(((await refusedCall.json()) as { extras: { bizCode: string } }).extras.bizCode).toBe(
      "platform.unauthenticated",
    );
    await connect(url, "one");
    expect(new Set(passive)).toEqual(new Set([true]));
  });

  test("does not open while the screen is locked", async () => {
    const { url } = await startNode();
    actors.set("one", actorOf(1, { isLocked: true }));
    expect((await new Client().connect(url, "one")).status).toBe(423);
  });

  test("tells events of one node to the clients of both", async () => {
    const [a, b] = [await startNode(), await startNode()];
    const [first, second] = [await connect(a.url, "one"), await connect(b.url, "two")];
    await record("news");
    await until(() => first.topics().length > 0 && second.topics().length > 0);
    expect([first.topics(), second.topics()]).toEqual([["news"], ["news"]]);
    expect(first.frames.at(-1)?.data).toEqual({ about: "news" });
  });

  test("tells nobody of a change that was rolled back", async () => {
    const { url } = await startNode();
    const client = await connect(url, "one");
    const undone = db.transaction().execute(async (tx) => {
      await recordEvent(tx, { topic: "undone", payload: {} });
      throw new Error("undone");
    });
    await expect(undone).rejects.toThrow("undone");
    await record("done");
    await until(() => client.topics().length > 0);
    expect(client.topics()).toEqual(["done"]);
  });

  test("keeps to the audience", async () => {
    const { url } = await startNode();
    const [one, two, root] = [await connect(url, "one"), await connect(url, "two"), await connect(url, "root")];
    await record("for user 1", { userIds: [1] });
    await record("for session 2", { sessionIds: ["ses_2"] });
    await record("for tenant 1", { tenantId: 1 });
    await record("for holders", { permission: "order:page" });
    await record("for holders of tenant 1", { permission: "order:page", tenantId: 1 });
    await record("for all");
    await until(() => [one, two, root].every((client) => client.topics().includes("for all")));
    expect(one.topics()).toEqual(["for user 1", "for tenant 1", "for all"]);
    expect(two.topics()).toEqual(["for session 2", "for holders", "for all"]);
    expect(root.topics()).toEqual(["for tenant 1", "for holders", "for holders of tenant 1", "for all"]);
  });

  test("goes on from the last event on another node, without loss or repetition", async () => {
    const [a, b] = [await startNode(), await startNode()];
    const first = await connect(a.url, "one");
    await record("seen");
    await until(() => first.topics().length === 1);
    first.close();
    await record("missed 1");
    await record("missed 2");
    const second = await connect(b.url, "one", first.lastId);
    await record("live");
    await until(() => second.topics().length === 3);
    expect(second.topics()).toEqual(["missed 1", "missed 2", "live"]);
  });

  test("tells an event whose earlier id commits later, to a connected client and to one that comes back", async () => {
    const { url } = await startNode();
    const [stays, leaves] = [await connect(url, "one"), await connect(url, "two")];
    const slow = new pg.Client({ connectionString: database.appUrl });
    await slow.connect();
    await slow.query("BEGIN");
    await slow.query("INSERT INTO outbox_events (topic, payload) VALUES ('late', '{}')");
    await record("early");
    await until(() => stays.topics().includes("early") && leaves.topics().includes("early"));
    leaves.close();
    await slow.query(
      "SELECT pg_notify('countinghouse_outbox', currval(pg_get_serial_sequence('outbox_events', 'id'))::text)",
    );
    await slow.query("COMMIT");
    await slow.end();
    await until(() => stays.topics().length === 2);
    expect(stays.topics()).toEqual(["early", "late"]);
    const back = await connect(url, "two", leaves.lastId);
    await until(() => back.topics().length === 1);
    expect(back.topics()).toEqual(["late"]);
  });

  test("tells to read everything again when too much was missed, or the place is unknown", async () => {
    const { url } = await startNode();
    const client = await connect(url, "one");
    await record("start");
    await until(() => client.topics().length === 1);
    client.close();
    await db
      .insertInto("outboxEvents")
      .values(Array.from({ length: 1_001 }, () => ({ topic: "flood", payload: "{}", audience: "{}" }) as never))
      .execute();
    for (const place of [client.lastId, "not a place"]) {
      const back = await connect(url, "one", place);
      await until(() => back.topics().length > 0);
      expect(back.topics()).toEqual(["overflow"]);
    }
  });

  test("tells to read everything again when events were missed more than a day ago", async () => {
    const { url } = await startNode();
    const client = await connect(url, "one");
    await record("before");
    await until(() => client.topics().length === 1);
    client.close();
    await db
      .insertInto("outboxEvents")
      .values({
        topic: "old",
        payload: "{}",
        audience: "{}",
        createdAt: new Date(Date.now() - 25 * 3_600_000).toISOString(),
      } as never)
      .execute();
    const back = await connect(url, "one", client.lastId);
    await until(() => back.topics().length > 0);
    expect(back.topics()).toEqual(["overflow"]);
  });

  test("loses and repeats nothing when the listening connection is cut", async () => {
    const { url, feed } = await startNode();
    const client = await connect(url, "one");
    await record("before");
    await until(() => client.topics().length === 1);
    const owner = new pg.Client({ connectionString: database.ownerUrl });
    await owner.connect();
    await owner.query(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'countinghouse-listen' AND datname = current_database()",
    );
    await owner.end();
    await until(() => !feed.isConnected());
    await record("while deaf");
    await until(() => client.topics().length === 2);
    await record("after");
    await until(() => client.topics().length === 3);
    expect(client.topics()).toEqual(["before", "while deaf", "after"]);
  });

  test("sends a comment now and then", async () => {
    const { url } = await startNode();
    const client = await connect(url, "one");
    await until(() => client.comments >= 2, 2_000);
  });

  test("closes the stream of a session that ended, at once when told and soon when not", async () => {
    const { url } = await startNode();
    const [told, untold] = [await connect(url, "one"), await connect(url, "two")];
    actors.clear();
    sessionChanged("ses_1");
    await until(() => !told.isOpen, 200);
    expect(told.topics()).toEqual(["ended"]);
    await until(() => !untold.isOpen, 2_000);
  });

  test("goes by the permissions a session has now", async () => {
    const { url } = await startNode();
    const client = await connect(url, "two");
    actors.set("two", actorOf(2));
    sessionChanged("ses_2");
    await sleep(50);
    await record("secret", { permission: "order:page" });
    await record("open");
    await until(() => client.topics().length > 0);
    expect(client.topics()).toEqual(["open"]);
  });

  test("tells clients to come back when the node drains", async () => {
    const { url, app } = await startNode();
    const client = await connect(url, "one");
    await app.close();
    await until(() => !client.isOpen, 1_000);
    expect(client.topics()).toEqual(["draining"]);
  });

  test("refuses more streams of one session than a browser needs", async () => {
    const { url } = await startNode();
    for (let count = 0; count < 10; count += 1) await connect(url, "one");
    expect((await new Client().connect(url, "one")).status).toBe(429);
    expect((await new Client().connect(url, "two")).status).toBe(200);
  });

  test("cuts off a client that does not read", async () => {
    const { url, app } = await startNode();
    const socket = connectTo(Number(new URL(url).port), "127.0.0.1")
      .on("error", () => {})
      .pause();
    socket.write("GET /api/events HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer one\r\n\r\n");
    await until(() => passive.length > 0);
    const big = { text: "x".repeat(500_000) };
    const connections = () =>
      new Promise<number>((resolve) => app.server.getConnections((_error, count) => resolve(count)));
    for (let count = 0; count < 40 && (await connections()) > 0; count += 1) {
      await recordEvent(db, { topic: "big", payload: big });
      await sleep(20);
    }
    expect(await connections()).toBe(0);
    socket.destroy();
  });
});
