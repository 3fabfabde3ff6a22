import type { Generated } from "kysely";
import type { FactsOf } from "../../../platform/db/tables.ts";

interface SweepFailures {
  merchantId: string;
  objectId: string;
  tries: Generated<number>;
  nextTryTime: string;
}

declare module "../../../platform/db/tables.ts" {
  interface Tables {
    sweepFailures: SweepFailures;
  }
}

export const orderFollowUpTables: FactsOf<"sweepFailures"> = {
  sweepFailures: { scope: { merchant: "merchantId" }, placement: "distributed", grant: "readWrite" },
};
