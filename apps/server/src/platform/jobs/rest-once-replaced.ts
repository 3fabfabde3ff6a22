import { installationKeys } from "../crypto/installation-keys.ts";
import { outdatedReasonOf } from "../db/node-outdated.ts";
import type { Platform } from "../platform.ts";
import type { Jobs } from "./jobs.ts";

const lookEveryMs = 5_000;

/**
 * Stops a node from taking jobs once the installation's secret was rotated without it: its sweeps would fail on every
 * row that other nodes sealed. Answers a function that ends the checks.
 */
export function restOnceReplaced(platform: Platform, jobs: Pick<Jobs, "rest">): () => Promise<void> {
  // An unreachable database is asked again.
  const look = () => restIfReplaced(platform, jobs).catch(() => false);
  const timer = setInterval(async () => {
    if (await look()) clearInterval(timer);
  }, lookEveryMs).unref();
  return async () => clearInterval(timer);
}

/** One check; answers whether the node has stopped taking jobs. */
export async function restIfReplaced(
  { db, secret, logger }: Pick<Platform, "db" | "secret" | "logger">,
  jobs: Pick<Jobs, "rest">,
): Promise<boolean> {
  if ((await outdatedReasonOf(db, installationKeys(secret).ring)) !== "secret") return false;
  logger.error(
    "the secret of this installation was replaced: this node is not ready and takes no more jobs; start it again with the new one",
  );
  await jobs.rest();
  return true;
}
