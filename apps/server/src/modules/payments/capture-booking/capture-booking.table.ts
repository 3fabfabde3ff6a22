import type { CurrencyCode } from "@countinghouse/money/currency.ts";
import type { Generated } from "kysely";
import type { FactsOf } from "../../../platform/db/tables.ts";

interface UnpricedCaptures {
  merchantId: string;
  id: string;
  orderId: string;
  attemptId: string;
  amount: string;
  currency: CurrencyCode;
  capturedBefore: string;
  reason: "no_agreement" | "unpriceable" | "altered";
  createTime: string;
  tries: Generated<number>;
  nextTryTime: string | null;
}

declare module "../../../platform/db/tables.ts" {
  interface Tables {
    unpricedCaptures: UnpricedCaptures;
  }
}

export const captureBookingTables: FactsOf<"unpricedCaptures"> = {
  unpricedCaptures: { scope: { merchant: "merchantId" }, placement: "distributed", grant: "readWrite" },
};
