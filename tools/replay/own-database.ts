import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startEmbedded } from "../../apps/server/src/platform/db/embedded.ts";
import type { TestDatabase } from "../../apps/server/test/database.ts";
import { fillDatabase } from "../../apps/server/test/global-setup.ts";

const silent = { info: () => {}, warn: () => {} };

/** A PostgreSQL of a run's own, durable as the product's is, in a folder that goes with it. */
export async function openOwnDatabase(): Promise<TestDatabase> {
  const dataDir = await mkdtemp(join(tmpdir(), "countinghouse-replay-"));
  const remove = () => rm(dataDir, { recursive: true, force: true });
  try {
    const server = await startEmbedded({ dataDir, log: silent });
    const { appUrl, ownerUrl } = await fillDatabase(server.ownerUrl);
    return {
      appUrl,
      ownerUrl,
      drop: async () => {
        await server.stop();
        await remove();
      },
    };
  } catch (error) {
    await remove();
    throw error;
  }
}
