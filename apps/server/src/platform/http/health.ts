import { createHash, timingSafeEqual } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { refuse } from "@countinghouse/contract/kit/refusal.ts";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { type Kysely, sql } from "kysely";
import { Gauge, type Registry } from "prom-client";
import type { NodeClock } from "../clock/clock.ts";
import type { KeyRing } from "../crypto/key-ring.ts";
import { recordedFilesMark } from "../db/installation.ts";
import { outdatedReasonOf } from "../db/node-outdated.ts";
import type { Tables } from "../db/tables.ts";
import { bearerToken } from "./authenticate.ts";
import type { Metrics } from "./metrics.ts";

/** Connection counts of a pool. */
export interface PoolCounts {
  readonly totalCount: number;
  readonly idleCount: number;
  readonly waitingCount: number;
}

export interface HealthOptions {
  readonly db: Kysely<Tables>;
  readonly clock: Pick<NodeClock, "isOff">;
  readonly ring: KeyRing;
  readonly metrics: Metrics;
  /** Name of the newest migration this release brings. */
  readonly migration: string;
  /** Bearer token for the metrics; without one only requests from this machine may read them. */
  readonly metricsToken: string | undefined;
  readonly pools?: Readonly<Record<string, PoolCounts>>;
  /** Mark of the folder or bucket that this node stores files in; null where the database stores them. */
  readonly filesMark?: string | null;
}

type Reason = "draining" | "clockOff" | "databaseUnavailable" | "schemaOutdated" | "secretReplaced" | "filesMoved";

const databaseMs = 1_000;
const loopback = new Set(["127.0.0.1", "::1", "::ffff:127.0.0.1"]);

/**
 * Registers `/healthz` (the process is alive), `/readyz` and `/metrics`. A node is ready when the machine's clock
 * agrees with the database's, and the database answers within a second, has every migration of this release, and
 * matches this node's secret and file store.
 */
export function registerHealth(app: FastifyInstance, options: HealthOptions): void {
  let asking: Promise<Reason | undefined> | undefined;
  const readiness = (): Promise<Reason | undefined> => {
    if (app.isDraining) return Promise.resolve("draining");
    if (options.clock.isOff) return Promise.resolve("clockOff");
    // Concurrent probes share one query: a slow database must not get more and more of them.
    asking ??= databaseState(options).finally(() => {
      asking = undefined;
    });
    return asking;
  };

  app.get("/healthz", async (_request, reply) => reply.header("cache-control", "no-store").send({ status: "alive" }));
  app.get("/readyz", async (_request, reply) => {
    const reason = await readiness();
    reply.header("cache-control", "no-store");
    return reason ? reply.code(503).send({ status: "not ready", reason }) : reply.send({ status: "ready" });
  });
  gaugePools(options.metrics.registry, options.pools ?? {});
  app.get("/metrics", async (request, reply) => {
    if (!mayRead(request, options.metricsToken)) throw refuse("platform.unauthenticated");
    const { registry } = options.metrics;
    return reply
      .header("cache-control", "no-store")
      .type(registry.contentType)
      .send(await registry.metrics());
  });
}

async function databaseState(options: HealthOptions): Promise<Reason | undefined> {
  const asked = standing(options).catch((): Reason => "databaseUnavailable");
  return Promise.race([asked, sleep(databaseMs, "databaseUnavailable" as const, { ref: false })]);
}

async function standing({ db, migration, ring, filesMark = null }: HealthOptions): Promise<Reason | undefined> {
  const { rows } = await sql<{
    found: boolean;
  }>`SELECT EXISTS (SELECT 1 FROM schema_migrations WHERE name = ${migration}) AS found`.execute(db);
  if (!rows[0]?.found) return "schemaOutdated";
  if ((await outdatedReasonOf(db, ring)) === "secret") return "secretReplaced";
  // Another node has moved the file store since: this node would store files where no other looks.
  return (await recordedFilesMark(db)) === filesMark ? undefined : "filesMoved";
}

/** A request forwarded by a proxy on this machine looks local but is not. */
function mayRead(request: FastifyRequest, token: string | undefined): boolean {
  const { headers, socket } = request;
  if (token !== undefined) {
    const digest = (text: string) => createHash("sha256").update(text).digest();
    const sent = bearerToken(headers.authorization);
    if (sent !== undefined && timingSafeEqual(digest(sent), digest(token))) return true;
  }
  const isForwarded = ["forwarded", "x-forwarded-for", "x-real-ip", "via"].some((name) => headers[name] !== undefined);
  return !isForwarded && loopback.has(socket.remoteAddress ?? "");
}

function gaugePools(registry: Registry, pools: Readonly<Record<string, PoolCounts>>): void {
  new Gauge({
    name: "countinghouse_database_connections",
    help: "Connections of a pool by what they do, and requests waiting for one",
    labelNames: ["pool", "state"],
    registers: [registry],
    collect() {
      for (const [pool, { totalCount, idleCount, waitingCount }] of Object.entries(pools)) {
        this.set({ pool, state: "busy" }, totalCount - idleCount);
        this.set({ pool, state: "idle" }, idleCount);
        this.set({ pool, state: "waiting" }, waitingCount);
      }
    },
  });
}
