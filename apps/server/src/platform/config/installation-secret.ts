import { randomBytes } from "node:crypto";
import { chmod, mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Config } from "./config.ts";
import { ConfigError } from "./config-error.ts";

/** The secret that every key of the installation is derived from, and the previous one during rotation. */
export interface InstallationSecret {
  readonly current: string;
  readonly previous: string | undefined;
}

/**
 * Creates the data directory and closes it to other users of the machine, whoever created it. A directory of another
 * owner keeps its mode.
 */
export async function closeDataDir({ dataDir }: Pick<Config, "dataDir">): Promise<void> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  await chmod(dataDir, 0o700).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "EPERM") throw error;
  });
}

/**
 * The secret from the environment, or the one in the data directory, generated at the first start and readable by its
 * owner only. Refuses a damaged file: a new secret would end every session and make every sealed value unreadable.
 */
export async function installationSecret(config: Config): Promise<InstallationSecret> {
  if (config.secret !== undefined) return { current: config.secret, previous: config.previousSecret };
  const path = join(config.dataDir, "secret");
  await closeDataDir(config);
  try {
    await writeFile(path, `${randomBytes(48).toString("base64url")}\n`, { mode: 0o600, flag: "wx" });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
  const current = (await readFile(path, "utf8")).trim();
  if (current.length < 32) throw new ConfigError(`${path} is damaged: restore it from a backup of the data directory.`);
  return { current, previous: config.previousSecret };
}
