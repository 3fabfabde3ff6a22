import type { FastifyBaseLogger } from "fastify";
import type { Kysely } from "kysely";
import type { NodeClock } from "./clock/clock.ts";
import type { Config } from "./config/config.ts";
import type { InstallationSecret } from "./config/installation-secret.ts";
import type { Standby } from "./db/standby.ts";
import type { Tables } from "./db/tables.ts";
import type { FileStore } from "./files/file-store.ts";

/** Dependencies of modules: the outside world behind interfaces, so that tests can replace it. */
export interface Platform {
  readonly config: Config;
  readonly secret: InstallationSecret;
  readonly db: Kysely<Tables>;
  readonly standby: Standby | undefined;
  readonly files: FileStore;
  readonly clock: NodeClock;
  readonly logger: FastifyBaseLogger;
}
