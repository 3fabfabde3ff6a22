// A node that makes one payment, and is killed in the middle of it if it is told so: started by its test, told what to do
// on its standard input.
import { text } from "node:stream/consumers";
import "../../src/modules/tables.ts";
import { connectorOf } from "../../src/modules/gateways/connector/index.ts";
import type { PaymentDetails } from "../../src/modules/payments/order-acceptance/index.ts";
import { confirmOrder, inBackground, type OrderNode } from "../../src/modules/payments/order-processing/index.ts";
import type { OrderRef } from "../../src/modules/payments/order-record/index.ts";
import { readConfig } from "../../src/platform/config/config.ts";
import { installationKeys } from "../../src/platform/crypto/installation-keys.ts";
import { openPool, queryBuilder } from "../../src/platform/db/pool.ts";
import { databaseFiles } from "../../src/platform/files/database-files.ts";
import { createLogger } from "../../src/platform/observability/logger.ts";
import type { Platform } from "../../src/platform/platform.ts";

/** What the test tells. */
export interface Doom {
  readonly databaseUrl: string;
  readonly secret: Platform["secret"];
  readonly now: string;
  readonly ref: OrderRef;
  readonly details: PaymentDetails;
  /** Whether the call is made before the end, or never; it lives on where nothing is told. */
  readonly kill?: "before the call" | "after the call";
}

const { databaseUrl, secret, now, ref, details, kill } = JSON.parse(await text(process.stdin)) as Doom;
const db = queryBuilder(openPool({ url: databaseUrl, max: 4, onError: () => {} }));
const clock = { isOff: false, now: () => new Date(now) };
const config = readConfig({ COUNTINGHOUSE_LOG_LEVEL: "silent", COUNTINGHOUSE_TEST_HOSTS: "127.0.0.1, localhost" }, []);
const logger = createLogger({ logLevel: "silent", isProduction: true }, { write: () => {} });
const platform: Platform = { config, secret, db, standby: undefined, files: databaseFiles(db), clock, logger };
const node: OrderNode = {
  platform,
  db,
  clock,
  seals: installationKeys(secret).seals,
  // Its queue dies with it.
  enqueue: async () => {},
  connectorOf: (code) => {
    const real = connectorOf(code);
    return {
      ...real,
      pay: async (account, call) => {
        if (kill === undefined) return real.pay(account, call);
        if (kill === "after the call") await real.pay(account, call);
        process.kill(process.pid, "SIGKILL");
        return new Promise(() => {});
      },
    };
  },
};
await confirmOrder(node, inBackground("doomed"), ref, details);
await db.destroy();
