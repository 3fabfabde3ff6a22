import { installationKeys } from "../crypto/installation-keys.ts";
import { outdatedReasonOf } from "../db/node-outdated.ts";
import type { Platform } from "../platform.ts";
import type { Jobs } from "./jobs.ts";

const lookEveryMs = 5_000;

/**
 * Lets a node take no more jobs once the secret of its installation was replaced without it: sweeps would stumble over
 * every row that the others sealed. Answers what ends the looking.
 */
export function restOnceReplaced(platform: Platform, jobs: Pick<Jobs, "rest">): () => Promise<void> {
  // A database that does not answer is asked again.
  const look = () => restIfReplaced(platform, jobs).catch(() => false);
  const timer = setInterval(async () => {
    if (await look()) clearInterval(timer);
  }, lookEveryMs).unref();
  return async () => clearInterval(timer);
}

/** One look; answers whether the node rests now. */
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
