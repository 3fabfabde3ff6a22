import { createServer } from "node:http";
import { join } from "node:path";
import type { FastifyBaseLogger } from "fastify";
import type { Pool } from "pg";
import { buildApp } from "./app.ts";
import { keepSimulatorInformed } from "./modules/inbound/index.ts";
import { buildWorkers } from "./modules/index.ts";
import { authenticateWith, hearSessionEnds } from "./modules/session/index.ts";
import { systemClock } from "./platform/clock/clock.ts";
import type { Config } from "./platform/config/config.ts";
import { ConfigError } from "./platform/config/config-error.ts";
import { type InstallationSecret, installationSecret } from "./platform/config/installation-secret.ts";
import { type DatabaseUrls, databaseUrls, embeddedUrls } from "./platform/db/database-url.ts";
import { startEmbedded } from "./platform/db/embedded.ts";
import { installJobSchema } from "./platform/db/job-schema.ts";
import { migrate } from "./platform/db/migrate.ts";
import { readMigrations } from "./platform/db/migration-file.ts";
import { openPool, queryBuilder } from "./platform/db/pool.ts";
import { manifest } from "./platform/db/tables.ts";
import { createEventFeed } from "./platform/events/event-feed.ts";
import { drain } from "./platform/http/drain.ts";
import { createMetrics } from "./platform/http/metrics.ts";
import { createJobs } from "./platform/jobs/jobs.ts";
import { queuesOf } from "./platform/jobs/worker.ts";
import { createLogger } from "./platform/observability/logger.ts";
import type { Platform } from "./platform/platform.ts";
import { seed } from "./seed/seed.ts";
import { seedOrdersBeside } from "./seed/seed-orders.ts";
import { startSimulatorProcess } from "./simulator-process.ts";

/** A node that answers. */
export interface RunningNode {
  /** Where it listens; none for a worker. */
  readonly address: string | undefined;
  /** Drains and stops: no new work, what runs is finished, then the database. Safe to call twice. */
  stop(): Promise<void>;
}

/** Says one line to whoever started the process. */
export type Say = (line: string) => void;

const migrationsFolder = join(import.meta.dirname, "../migrations");
const consoleFolder = join(import.meta.dirname, "../../console/dist");
const drainMs = 25_000;

/** What has been opened, closed in reverse order. */
class Closing {
  readonly #steps: (() => Promise<unknown>)[] = [];
  #closed: Promise<void> | undefined;

  #began: number | undefined;

  add(step: () => Promise<unknown>): void {
    this.#steps.push(step);
  }

  /** What is left of the time that draining may take, all steps together. */
  leftMs(): number {
    return Math.max(1_000, drainMs - (performance.now() - (this.#began ?? performance.now())));
  }

  run(): Promise<void> {
    this.#began ??= performance.now();
    this.#closed ??= (async () => {
      for (const step of this.#steps.reverse()) await step();
    })();
    return this.#closed;
  }
}

/**
 * Brings a node up: database, migrations, first data, then the parts its role asks for. Every step can be repeated and
 * may run on several nodes at once. Refuses with one sentence; what was opened before is closed again.
 */
export async function startNode(config: Config, say: Say): Promise<RunningNode> {
  const closing = new Closing();
  try {
    return await bringUp(config, say, closing);
  } catch (error) {
    await closing.run();
    throw error;
  }
}

async function bringUp(told: Config, say: Say, closing: Closing): Promise<RunningNode> {
  const logger = createLogger(told);
  if (told.role !== "worker") await assertPortFree(told);
  const secret = await installationSecret(told);
  const simulator = openSimulator(told, logger, closing);
  const urls = await openDatabase(told, secret, say, logger, closing);
  const config: Config = { ...told, simulatorUrl: (await simulator) ?? told.simulatorUrl };
  const pools = openPools(config, urls, logger);
  const platform = platformOn(pools, { config, secret, clock: systemClock, logger }, closing);
  const workers = buildWorkers(platform, urls);
  await migrate({ ...urls, directory: migrationsFolder, manifest, log: logger });
  await installJobSchema(urls.ownerUrl, { appRole: urls.appRole, queues: queuesOf(workers) });
  const isFirstStart = await seed(platform, say);

  const metrics = createMetrics();
  const feed = createEventFeed({
    listenUrl: config.database.DATABASE_LISTEN_URL ?? urls.appUrl,
    db: platform.db,
    logger,
  });
  closing.add(() => feed.close());
  const stopHearing = hearSessionEnds(platform, feed);
  closing.add(async () => stopHearing());
  const jobs = await createJobs({
    appUrl: urls.appUrl,
    db: platform.db,
    clock: platform.clock,
    logger,
    feed,
    registry: metrics.registry,
  });
  closing.add(() => jobs.stop({ graceMs: closing.leftMs() }));
  if (config.role !== "api") await jobs.start(workers);
  if (config.role === "worker") return { address: undefined, stop: () => closing.run() };

  const app = await buildApp({
    platform,
    metrics,
    feed,
    authenticate: authenticateWith(platform),
    enqueue: (db, job) => jobs.send(db, job),
    consoleRoot: consoleFolder,
    migration: (await readMigrations(migrationsFolder)).at(-1)?.name ?? "",
    pools: { ...pools },
  });
  closing.add(() => drain(app, { noticeMs: config.drainNoticeMs, closeMs: closing.leftMs() }));
  await app.listen({ host: config.host, port: config.port });
  if (await simulator) closing.add(informSimulator(platform));
  // Beside the work of the node, so that nobody waits for it.
  if (isFirstStart && config.seedDemo && !config.isProduction) closing.add(seedOrdersBeside(platform));
  return { address: `http://${config.host}:${config.port}`, stop: () => closing.run() };
}

/** Where the node's own gateway simulator answers, if it has one: without it everything but test payments works. */
async function openSimulator(
  { role, startsSimulator, dataDir, host }: Config,
  logger: FastifyBaseLogger,
  closing: Closing,
): Promise<string | undefined> {
  if (role !== "all" || !startsSimulator) return undefined;
  try {
    const simulator = await startSimulatorProcess({ dataDir, logger, notifiedHost: hostHere(host) });
    closing.add(() => simulator.stop());
    return simulator.url;
  } catch (error) {
    logger.warn({ err: error }, "the gateway simulator could not be started");
    return undefined;
  }
}

/** The host under which a node is reached from its own machine. */
const hostHere = (host: string): string => (host === "0.0.0.0" || host === "::" ? "127.0.0.1" : host);

function informSimulator(platform: Platform): () => Promise<void> {
  const { host, port } = platform.config;
  const here = hostHere(host);
  const stop = keepSimulatorInformed(platform, `http://${here.includes(":") ? `[${here}]` : here}:${port}`);
  return async () => stop();
}

/** Asked before anything is opened, so that a second start changes nothing. */
async function assertPortFree({ host, port }: Config): Promise<void> {
  const probe = createServer();
  await new Promise<void>((resolve, reject) => {
    probe.once("error", (error: NodeJS.ErrnoException) => {
      reject(
        error.code === "EADDRINUSE"
          ? new ConfigError(
              `Port ${port} is taken by another program: stop it, or choose another with PORT=8081 npm start.`,
            )
          : new ConfigError(`Port ${port} cannot be listened on (${error.code}): choose another with PORT.`),
      );
    });
    probe.listen(port, host, () => probe.close(() => resolve()));
  });
}

async function openDatabase(
  config: Config,
  secret: InstallationSecret,
  say: Say,
  logger: FastifyBaseLogger,
  closing: Closing,
): Promise<DatabaseUrls> {
  const given = await databaseUrls(config.database, secret.current);
  if (given) return given;
  if (config.role !== "all") {
    throw new ConfigError(`--role=${config.role} needs DATABASE_URL: the embedded database belongs to one process.`);
  }
  say("starting the embedded database");
  const embedded = await startEmbedded({
    dataDir: config.dataDir,
    log: { info: (message) => logger.info(message), warn: (message) => logger.warn(message) },
  });
  closing.add(() => embedded.stop());
  return embeddedUrls(embedded.ownerUrl, secret.current);
}

interface Pools {
  readonly primary: Pool;
  readonly replica?: Pool;
}

function openPools(config: Config, urls: DatabaseUrls, logger: FastifyBaseLogger): Pools {
  const onError = (error: Error) => logger.warn({ err: error }, "a database connection was lost");
  const open = (url: string) => openPool({ url, max: config.databasePoolMax, onError });
  const primary = open(urls.appUrl);
  return urls.replicaUrl === urls.appUrl ? { primary } : { primary, replica: open(urls.replicaUrl) };
}

type Surroundings = Omit<Platform, "db" | "replica">;

function platformOn(pools: Pools, surroundings: Surroundings, closing: Closing): Platform {
  const db = queryBuilder(pools.primary);
  closing.add(() => db.destroy());
  const replica = pools.replica ? queryBuilder(pools.replica) : db;
  if (pools.replica) closing.add(() => replica.destroy());
  return { ...surroundings, db, replica };
}
