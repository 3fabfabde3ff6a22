import Fastify, { type FastifyInstance } from "fastify";
import { expect, test } from "vitest";
import { openKeyRing } from "../../src/platform/crypto/key-ring.ts";
import { secretFingerprint } from "../../src/platform/crypto/secret-fingerprint.ts";
import { openPool, queryBuilder } from "../../src/platform/db/pool.ts";
import { registerDrain } from "../../src/platform/http/drain.ts";
import { registerHealth } from "../../src/platform/http/health.ts";
import { createMetrics } from "../../src/platform/http/metrics.ts";
import { TestClock } from "../app.ts";
import { createTestDatabase } from "../database.ts";

const secret = "the-secret-of-this-node-8Vt3";

// A node with COUNTINGHOUSE_FILES is let in beside those that keep files in the database: from then on each keeps its own.
test("a node that keeps files in the database is not ready once another one took the installation to a folder", async () => {
  const database = await createTestDatabase();
  const pool = openPool({ url: database.appUrl, max: 2, onError: () => {} });
  const db = queryBuilder(pool);
  const app = Fastify() as unknown as FastifyInstance;
  registerDrain(app);
  const parts = { metrics: createMetrics(), clock: new TestClock(), ring: openKeyRing([secret]) };
  registerHealth(app, { ...parts, db, migration: "0001_platform", metricsToken: undefined, pools: { main: pool } });
  await app.ready();
  const owner = openPool({ url: database.ownerUrl, max: 1, onError: () => {} });
  const put = "INSERT INTO installation (secret_fingerprint, files_mark) VALUES ($1, $2)";
  await owner.query(put, [secretFingerprint(secret), "4af9e5a0-6927-46d7-a275-a94bb4cf73b4"]);
  const answer = await app.inject({ url: "/readyz" });
  await owner.end();
  await app.close();
  await db.destroy();
  await database.drop();
  expect(answer.statusCode).toBe(503);
});
