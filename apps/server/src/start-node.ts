import { createServer } from "node:http";
import type { FastifyBaseLogger } from "fastify";
import type { Config } from "./platform/config/config.ts";
import { ConfigError } from "./platform/config/config-error.ts";
import { closeDataDir, type InstallationSecret, installationSecret } from "./platform/config/installation-secret.ts";
import { type DatabaseUrls, databaseUrls, embeddedUrls } from "./platform/db/database-url.ts";
import { startEmbedded } from "./platform/db/embedded.ts";
import { createLogger } from "./platform/observability/logger.ts";
import type { PrintLine, RunningNode } from "./run-node.ts";
import { ShutdownSequence } from "./shutdown.ts";

/**
 * Brings a node up: database, migrations, first data, then the parts its role asks for. Every step can be repeated and
 * may run on several nodes at once. Refuses with one sentence; what was opened before is closed again.
 */
export async function startNode(config: Config, say: PrintLine): Promise<RunningNode> {
  const closing = new ShutdownSequence();
  const logger = createLogger(config);
  try {
    if (config.role !== "worker") await assertPortFree(config);
    const secret = await installationSecret(config);
    const urls = await openDatabase(config, secret, say, logger, closing);
    const { runNode } = await import("./run-node.ts");
    return await runNode({ config, secret, logger }, { urls, closing, say });
  } catch (error) {
    await closing.run();
    throw error;
  }
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
  say: PrintLine,
  logger: FastifyBaseLogger,
  closing: ShutdownSequence,
): Promise<DatabaseUrls> {
  const given = await databaseUrls(config.database, secret.current);
  if (given) return given;
  if (config.role !== "all") {
    throw new ConfigError(`--role=${config.role} needs DATABASE_URL: the embedded database belongs to one process.`);
  }
  say("starting the embedded database");
  await closeDataDir(config);
  const embedded = await startEmbedded({
    dataDir: config.dataDir,
    log: { info: (message) => logger.info(message), warn: (message) => logger.warn(message) },
    // The product's modules are read while the database comes up; what is wrong with them is told when they are needed.
    onSpawn: () => void import("./run-node.ts").catch(() => {}),
  });
  closing.add(() => embedded.stop());
  return embeddedUrls(embedded.ownerUrl, secret.current);
}
