import type { FastifyInstance } from "fastify";
import type { Kysely } from "kysely";
import { CallTable, StockHub, serveStockClient, stockDoor } from "./edge/stock-client/index.ts";
import { connectorOf } from "./modules/gateways/connector/index.ts";
import { buildModules } from "./modules/index.ts";
import { receiveGatewayNotifications } from "./modules/integration/inbound/index.ts";
import {
  buildOpenOperations,
  countTurns,
  openDirectory,
  openError,
  serveOpenApi,
} from "./modules/integration/open-api/index.ts";
import { journalOf } from "./modules/logs/call-log/index.ts";
import { servePictures } from "./modules/operations/file/index.ts";
import { serveJobBoard } from "./modules/operations/job/index.ts";
import { openAccessCallers } from "./modules/operations/open-access/index.ts";
import type { OrderNode } from "./modules/payments/order-processing/index.ts";
import { buildPayPageOrder, servePayPage } from "./modules/payments/pay/index.ts";
import { serveSiteAssets } from "./modules/settings/config/index.ts";
import { changeRequestPort } from "./modules/system/change-request/index.ts";
import { watchSessions } from "./modules/system/session/index.ts";
import type { StockClientSettings } from "./platform/config/stock-client-config.ts";
import { installationKeys } from "./platform/crypto/installation-keys.ts";
import type { Tables } from "./platform/db/tables.ts";
import type { EventFeed } from "./platform/events/event-feed.ts";
import { registerEventStream } from "./platform/events/event-stream.ts";
import type { JobRequest } from "./platform/http/context.ts";
import { refusalAnswer } from "./platform/http/envelope.ts";
import { type HealthOptions, registerHealth } from "./platform/http/health.ts";
import type { ResourceRoutes } from "./platform/http/implement.ts";
import { createMetrics, type Metrics } from "./platform/http/metrics.ts";
import type { BoundOperation, Runtime } from "./platform/http/open-context.ts";
import { registerApiDocuments } from "./platform/http/register-openapi.ts";
import { type Authenticate, bindOperations, buildServer, type TimeLimits } from "./platform/http/server.ts";
import { buildTranslator } from "./platform/http/translate.ts";
import type { Platform } from "./platform/platform.ts";
import { releaseVersion } from "./platform/release.ts";

export interface AppOptions {
  readonly platform: Platform;
  readonly authenticate: Authenticate;
  readonly enqueue: (db: Kysely<Tables>, job: JobRequest) => Promise<void>;
  readonly metrics?: Metrics;
  readonly consoleRoot?: string;
  /** Live events to signed-in clients; none where nothing listens. */
  readonly feed?: EventFeed;
  /** Name of the newest migration of this release: without it in the database the node is not ready. */
  readonly migration?: string;
  readonly pools?: HealthOptions["pools"];
  readonly filesMark?: HealthOptions["filesMark"];
  readonly timeLimits?: TimeLimits;
  /** What the node answers; every module of the product unless told. */
  readonly modules?: (platform: Platform) => readonly ResourceRoutes[];
}

const commandDeadlineMs = 30_000;

/** The API of one node: the spine, then every module on it. */
export async function buildApp(options: AppOptions): Promise<FastifyInstance> {
  const { platform, authenticate, enqueue, metrics = createMetrics(), modules = buildModules } = options;
  const { db, clock } = platform;
  const routes = modules(platform);
  const spine: Runtime = {
    db,
    standby: platform.standby,
    clock,
    seals: installationKeys(platform.secret).seals,
    translator: buildTranslator(routes.map(({ resource }) => resource)),
    deadlineMs: commandDeadlineMs,
    desk: changeRequestPort(platform),
    journal: journalOf(platform),
    enqueue,
  };
  const stock = platform.config.stockClient && stockEdge(platform.config.stockClient, routes);
  const app = await buildServer({
    spine,
    routes,
    authenticate,
    signedCallers: openAccessCallers(platform),
    metrics,
    logger: platform.logger,
    trustProxy: platform.config.trustProxyHops,
    isProduction: platform.config.isProduction,
    // Where no path is known it is more likely a program; the console finds code and message in its shape as well.
    wordUnread: (refusal, facts, path) => (path?.startsWith("/api/") ? refusalAnswer : openError)(refusal, facts),
    ...(options.timeLimits ? { timeLimits: options.timeLimits } : {}),
    ...(options.consoleRoot ? { consoleRoot: options.consoleRoot } : {}),
    ...(stock && { rewriteUrl: stock.door.rewriteUrl }),
  });
  app.addHook("onClose", () => journalOf(platform).settle());
  serveSiteAssets(app, platform);
  servePictures(app, platform);
  serveJobBoard(app, platform);
  receiveGatewayNotifications(app, platform, enqueue);
  const node: OrderNode = { platform, db, clock, seals: spine.seals, enqueue, connectorOf };
  const { openApiAtOnce: atOnce, databasePoolMax: connections } = platform.config;
  const turns = countTurns({ atOnce, connections });
  serveOpenApi(app, {
    platform,
    spine,
    metrics,
    directory: openDirectory(platform),
    operations: buildOpenOperations(node),
    perSecond: platform.config.openApiPerSecond,
    turns,
  });
  servePayPage(app, { platform, spine, turns, desk: buildPayPageOrder(platform, node) });
  const { feed, migration, pools, filesMark } = options;
  if (migration !== undefined) {
    const { metricsToken } = platform.config;
    const { ring } = installationKeys(platform.secret);
    const own = { ...(pools && { pools }), ...(filesMark !== undefined && { filesMark }) };
    registerHealth(app, { db, clock, ring, metrics, migration, metricsToken, ...own });
  }
  registerApiDocuments(app, {
    resources: routes.map(({ resource }) => resource),
    translator: spine.translator,
    authenticate,
    clock: platform.clock,
    version: releaseVersion,
    isEnabled: !platform.config.isProduction || platform.config.apiDocsInProduction,
  });
  if (stock) await serveStock(app, stock, { platform, authenticate, spine, feed, bound: bindOperations(routes) });
  if (feed) registerEventStream(app, { feed, authenticate, clock: platform.clock, watchSessions: watchSessions(feed) });
  return app;
}

interface StockSurroundings {
  readonly platform: Platform;
  readonly authenticate: Authenticate;
  readonly spine: Runtime;
  readonly bound: readonly BoundOperation[];
  readonly feed: EventFeed | undefined;
}

/** Serves the calls of such clients, and their hub. */
async function serveStock(
  app: FastifyInstance,
  stock: ReturnType<typeof stockEdge>,
  around: StockSurroundings,
): Promise<void> {
  await serveStockClient(app, { ...stock, ...around });
  new StockHub({ ...stock, ...around, watchSessions: around.feed && watchSessions(around.feed) }).serve(app);
}

/** The door of clients of the published API family, where an operator has it open. */
function stockEdge(settings: StockClientSettings, routes: readonly ResourceRoutes[]) {
  const table = new CallTable(routes.map(({ resource }) => resource));
  return { settings, table, door: stockDoor(settings, table) };
}
