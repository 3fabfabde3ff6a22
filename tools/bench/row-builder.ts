import type { Kysely } from "kysely";
import { pino } from "pino";
import { systemClock } from "../../apps/server/src/platform/clock/clock.ts";
import { readConfig } from "../../apps/server/src/platform/config/config.ts";
import type { Tables } from "../../apps/server/src/platform/db/tables.ts";
import { databaseFiles } from "../../apps/server/src/platform/files/database-files.ts";
import type { Platform } from "../../apps/server/src/platform/platform.ts";
import type { TestApp } from "../../apps/server/test/app.ts";

/** Context for the tests' row builders in another database: a platform without the rest of an app. */
export function rowBuilder(db: Kysely<Tables>, secret: string): TestApp {
  const platform: Platform = {
    config: readConfig({}, []),
    secret: { current: secret, previous: undefined },
    db,
    standby: undefined,
    files: databaseFiles(db),
    clock: systemClock,
    logger: pino({ level: "silent" }),
  };
  return { platform } as unknown as TestApp;
}
