import Fastify, { type FastifyInstance } from "fastify";
import type { Pool } from "pg";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { TestClock } from "../../../test/app.ts";
import { createTestDatabase, type TestDatabase } from "../../../test/database.ts";
import { openKeyRing } from "../crypto/key-ring.ts";
import { openPool, queryBuilder } from "../db/pool.ts";
import { drain, registerDrain } from "./drain.ts";
import { registerHealth } from "./health.ts";
import { createMetrics } from "./metrics.ts";

const migration = "0001_platform";
let database: TestDatabase;
let pool: Pool;
let db: ReturnType<typeof queryBuilder>;
let app: FastifyInstance;
const clock = new TestClock();

beforeAll(async () => {
  database = await createTestDatabase();
  pool = openPool({ url: database.appUrl, max: 2, onError: () => {} });
  db = queryBuilder(pool);
});

afterAll(async () => {
  await db.destroy();
  await database.drop();
});

afterEach(() => app.close());

async function start(parts: { migration?: string; url?: string; token?: string } = {}): Promise<void> {
  app = Fastify({ trustProxy: true }) as unknown as FastifyInstance;
  const other = parts.url ? openPool({ url: parts.url, max: 1, onError: () => {} }) : undefined;
  registerDrain(app);
  registerHealth(app, {
    db: other ? queryBuilder(other) : db,
    metrics: createMetrics(),
    clock,
    ring: openKeyRing(["the-secret-of-this-node-8Vt3"]),
    migration: parts.migration ?? migration,
    metricsToken: parts.token,
    pools: { main: pool },
  });
  await app.ready();
}

const get = (url: string, headers: Record<string, string> = {}, remoteAddress = "127.0.0.1") =>
  app.inject({ url, headers, remoteAddress });

describe("/healthz", () => {
  test("answers while the process lives, whatever the database does", async () => {
    await start({ url: "postgresql://nobody@127.0.0.1:1/none" });
    app.isDraining = true;
    expect((await get("/healthz")).statusCode).toBe(200);
  });
});

describe("/readyz", () => {
  test("answers 200 when the database has every migration of the release", async () => {
    await start();
    expect((await get("/readyz")).statusCode).toBe(200);
  });

  test("answers 503 while the schema lacks a migration of the release", async () => {
    await start({ migration: "9999_future" });
    const answer = await get("/readyz");
    expect([answer.statusCode, answer.json()]).toEqual([503, { status: "not ready", reason: "schemaOutdated" }]);
  });

  test("answers 503 while the installation runs under another secret than the node's", async () => {
    await start();
    const owner = openPool({ url: database.ownerUrl, max: 1, onError: () => {} });
    await owner.query("INSERT INTO installation (secret_fingerprint) VALUES ('of another secret')");
    const answer = await get("/readyz");
    await owner.query("DELETE FROM installation");
    await owner.end();
    expect([answer.statusCode, answer.json().reason]).toEqual([503, "secretReplaced"]);
  });

  test("answers 503 within a second and a half when nothing answers at the database's address", async () => {
    // Packets to this address are lost (RFC 5737).
    await start({ url: "postgresql://nobody@192.0.2.1:5432/none" });
    const started = performance.now();
    const answer = await get("/readyz");
    expect([answer.statusCode, answer.json().reason]).toEqual([503, "databaseUnavailable"]);
    expect(performance.now() - started).toBeLessThan(1_500);
  });

  test("answers 503 while the machine's clock is off, and 200 once it is right again", async () => {
    await start();
    clock.isOff = true;
    const off = await get("/readyz");
    clock.isOff = false;
    expect([off.statusCode, off.json().reason, (await get("/readyz")).statusCode]).toEqual([503, "clockOff", 200]);
  });

  test("answers 503 once the node drains", async () => {
    await start();
    app.isDraining = true;
    const answer = await get("/readyz");
    expect([answer.statusCode, answer.json().reason]).toEqual([503, "draining"]);
  });
});

describe("drain", () => {
  test("serves on while load balancers notice, keeps no connection, and then takes none", async () => {
    await start();
    const address = await app.listen({ host: "127.0.0.1", port: 0 });
    const ask = (path: string) => fetch(`${address}${path}`);
    expect((await ask("/readyz")).status).toBe(200);
    const left = drain(app, { noticeMs: 1_000, closeMs: 5_000 });
    const [ready, alive] = [await ask("/readyz"), await ask("/healthz")];
    expect([ready.status, alive.status, alive.headers.get("connection")]).toEqual([503, 200, "close"]);
    await left;
    await expect(ask("/healthz")).rejects.toThrow("fetch failed");
  });
});

describe("/metrics", () => {
  test("shows connections and loop delay to this machine", async () => {
    await start();
    const { statusCode, body } = await get("/metrics");
    expect(statusCode).toBe(200);
    expect(body).toContain('countinghouse_database_connections{pool="main",state="waiting"} 0');
    expect(body).toContain("nodejs_eventloop_lag_p99_seconds");
  });

  test("shows nothing to others, nor to those behind a proxy of this machine", async () => {
    await start();
    expect((await get("/metrics", {}, "203.0.113.9")).statusCode).toBe(401);
    expect((await get("/metrics", { "x-forwarded-for": "127.0.0.1" })).statusCode).toBe(401);
    expect((await get("/metrics", { "x-forwarded-for": "127.0.0.1" }, "203.0.113.9")).statusCode).toBe(401);
  });

  test("shows them to whoever holds the token", async () => {
    await start({ token: "scrape-1" });
    const ask = (token: string) => get("/metrics", { authorization: `Bearer ${token}` }, "203.0.113.9");
    expect((await ask("scrape-1")).statusCode).toBe(200);
    expect((await ask("scrape-2")).statusCode).toBe(401);
  });
});
