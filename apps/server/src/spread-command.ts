import { manifest } from "./modules/tables.ts";
import { databaseUrls } from "./platform/db/database-url.ts";
import { SetupError } from "./platform/db/setup-error.ts";
import { spreadTables } from "./platform/db/spread.ts";

const log = {
  info: (message: string) => process.stdout.write(`${message}\n`),
  warn: (message: string) => process.stderr.write(`${message}\n`),
};
/** Fills a place that is not used: the application's role keeps the password that it has. */
const noPassword = "";

/** `spread`, on the coordinator that the environment names. */
async function main(): Promise<void> {
  const urls = await databaseUrls(process.env, noPassword);
  if (urls === undefined)
    throw new SetupError("missingUrl", "Say which database: set DATABASE_URL to the coordinator of the Citus cluster.");
  const started = performance.now();
  const placed = await spreadTables({ ownerUrl: urls.ownerUrl, manifest, log });
  const seconds = Math.round((performance.now() - started) / 100) / 10;
  log.info(placed === 0 ? "Every table lies where it should." : `${placed} tables are spread, in ${seconds} s.`);
}

try {
  await main();
} catch (error) {
  if (!(error instanceof SetupError)) throw error;
  log.warn(error.message);
  process.exitCode = 1;
}
