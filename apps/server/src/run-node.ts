import { join } from "node:path";
import type { FastifyBaseLogger } from "fastify";
import type { Pool } from "pg";
import { buildApp } from "./app.ts";
import { adoptPricesAtStart, checkHeadsBucket, reportAlteredPrices } from "./modules/funds/ledger/index.ts";
import { buildWorkers } from "./modules/index.ts";
import { keepSimulatorInformed } from "./modules/integration/inbound/index.ts";
import { restingJobs } from "./modules/operations/job/index.ts";
import { joinNodes } from "./modules/operations/server/index.ts";
import { fillRegions } from "./modules/settings/region/index.ts";
import { authenticateWith, hearSessionEnds } from "./modules/system/session/index.ts";
import { manifest } from "./modules/tables.ts";
import { openDatabaseClock } from "./platform/clock/database-clock.ts";
import type { Config } from "./platform/config/config.ts";
import type { InstallationSecret } from "./platform/config/installation-secret.ts";
import { installationKeys } from "./platform/crypto/installation-keys.ts";
import { secretFingerprint } from "./platform/crypto/secret-fingerprint.ts";
import type { DatabaseUrls } from "./platform/db/database-url.ts";
import { type InstallationFacts, recordedFilesMark } from "./platform/db/installation.ts";
import { installJobSchema } from "./platform/db/job-schema.ts";
import { migrate } from "./platform/db/migrate.ts";
import { readMigrations } from "./platform/db/migration-file.ts";
import { openPool, queryBuilder } from "./platform/db/pool.ts";
import { Standby } from "./platform/db/standby.ts";
import { createEventFeed } from "./platform/events/event-feed.ts";
import { type FilesPlace, filesPlace, openFiles } from "./platform/files/files-place.ts";
import { drain } from "./platform/http/drain.ts";
import { createMetrics } from "./platform/http/metrics.ts";
import { createJobs } from "./platform/jobs/jobs.ts";
import { restOnceReplaced } from "./platform/jobs/rest-once-replaced.ts";
import { queuesOf } from "./platform/jobs/worker.ts";
import type { Platform } from "./platform/platform.ts";
import { seed } from "./seed/seed.ts";
import { seedOrdersBeside } from "./seed/seed-orders.ts";
import type { ShutdownSequence } from "./shutdown.ts";
import { hostHere, startSimulatorProcess } from "./simulator-process.ts";

/** A node that answers. */
export interface RunningNode {
  /** Where it listens; none for a worker. */
  readonly address: string | undefined;
  /** Drains and stops: no new work, what runs is finished, then the database. Safe to call twice. */
  stop(): Promise<void>;
}

const migrationsFolder = join(import.meta.dirname, "../migrations");
const consoleFolder = join(import.meta.dirname, "../../console/dist");

type NodeSurroundings = Omit<Platform, "db" | "standby" | "files" | "clock">;

/** Says one line to whoever started the process. */
export type PrintLine = (line: string) => void;

/** What was opened for a node already. */
export interface OpenedResources {
  readonly urls: DatabaseUrls;
  readonly closing: ShutdownSequence;
  readonly say: PrintLine;
}

/** Makes an open database ready and starts on it what the node's role asks for. */
export async function runNode(surroundings: NodeSurroundings, opened: OpenedResources): Promise<RunningNode> {
  const { urls, closing, say } = opened;
  const { logger } = surroundings;
  const place = await filesPlace(surroundings.config);
  await checkHeadsBucket(surroundings.config.ledgerHeadsBucket);
  const installation = installationFacts(surroundings.secret, place);
  const [simulatorUrl] = await Promise.all([
    openSimulator(surroundings, closing),
    migrate({ ...urls, directory: migrationsFolder, manifest, log: logger, installation }),
  ]);
  const config: Config = { ...surroundings.config, simulatorUrl: simulatorUrl ?? surroundings.config.simulatorUrl };
  const pools = openPools(config, urls, logger);
  const platform = await platformOn(pools, place, { ...surroundings, config }, closing);
  await adoptPricesAtStart(platform);
  const workers = buildWorkers(platform, urls);
  await Promise.all([
    installJobSchema(urls.ownerUrl, { appRole: urls.appRole, queues: queuesOf(workers) }),
    seed(platform, say),
  ]);

  const metrics = createMetrics();
  const feed = createEventFeed({
    listenUrl: config.database.DATABASE_LISTEN_URL ?? urls.appUrl,
    db: platform.db,
    logger,
  });
  closing.add(() => feed.close());
  const stopHearing = hearSessionEnds(platform, feed);
  closing.add(async () => stopHearing());
  const leave = await joinNodes(platform, feed);
  closing.add(leave);
  const jobs = await createJobs({
    appUrl: urls.appUrl,
    db: platform.db,
    clock: platform.clock,
    seals: installationKeys(platform.secret).seals,
    logger,
    feed,
    registry: metrics.registry,
    resting: () => restingJobs(platform.db),
  });
  closing.add(() => jobs.stop({ graceMs: closing.leftMs() }));
  closing.add(reportAlteredPrices(platform, jobs.send));
  closing.add(restOnceReplaced(platform, jobs));
  const working = config.role === "api" ? undefined : jobs.start(workers);
  await fillRegions(platform, jobs.send);
  if (config.role === "worker") {
    await working;
    return { address: undefined, stop: () => closing.run() };
  }
  const building = buildApp({
    platform,
    metrics,
    feed,
    authenticate: authenticateWith(platform),
    enqueue: (db, job) => jobs.send(db, job),
    consoleRoot: consoleFolder,
    migration: (await readMigrations(migrationsFolder)).at(-1)?.name ?? "",
    pools: { ...pools },
    filesMark: await recordedFilesMark(platform.db),
  });
  const [app] = await Promise.all([building, working]);
  closing.add(() => drain(app, { noticeMs: config.drainNoticeMs, closeMs: closing.leftMs() }));
  await app.listen({ host: config.host, port: config.port });
  if (simulatorUrl) closing.add(informSimulator(platform));
  // Beside the work of the node, so that nobody waits for it.
  if (config.seedDemo && !config.isProduction) closing.add(seedOrdersBeside(platform, say));
  return { address: `http://${config.host}:${config.port}`, stop: () => closing.run() };
}

/** Where the node's own gateway simulator answers, if it has one: without it everything but test payments works. */
async function openSimulator(
  { config, logger }: NodeSurroundings,
  closing: ShutdownSequence,
): Promise<string | undefined> {
  const { role, startsSimulator, dataDir, host } = config;
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

function informSimulator(platform: Platform): () => Promise<void> {
  const { host, port } = platform.config;
  const here = hostHere(host);
  const stop = keepSimulatorInformed(platform, `http://${here.includes(":") ? `[${here}]` : here}:${port}`);
  return async () => stop();
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

/** What the node knows of its installation, to be compared with what the database knows. */
function installationFacts(secret: InstallationSecret, files: FilesPlace): InstallationFacts {
  return {
    fingerprint: secretFingerprint(secret.current),
    previousFingerprint: secret.previous && secretFingerprint(secret.previous),
    pepperIds: installationKeys(secret)
      .ring.all("password-pepper")
      .map(({ id }) => id),
    files,
  };
}

async function platformOn(
  pools: Pools,
  place: FilesPlace,
  surroundings: NodeSurroundings,
  closing: ShutdownSequence,
): Promise<Platform> {
  const primary = queryBuilder(pools.primary);
  closing.add(() => primary.destroy());
  const replica = pools.replica && queryBuilder(pools.replica);
  if (replica) closing.add(() => replica.destroy());
  const clock = await openDatabaseClock(primary, surroundings.logger);
  closing.add(async () => clock.close());
  const standby = replica && new Standby({ primary, replica, clock });
  return { ...surroundings, db: primary, standby, clock, files: openFiles(place, primary) };
}
