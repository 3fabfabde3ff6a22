import type { RateSource } from "@countinghouse/contract/funds/rate/rate.ts";
import type { ValueOf } from "@countinghouse/contract/kit/enumeration.ts";
import type { Generated, GeneratedAlways, JSONColumnType } from "kysely";
import type { FactsOf, Mode } from "../../../platform/db/tables.ts";

interface Rates {
  id: Generated<number>;
  baseCurrency: string;
  quoteCurrency: string;
  pair: GeneratedAlways<string>;
  rate: string;
  source: ValueOf<typeof RateSource>;
  effectiveTime: string;
  revision: Generated<number>;
  fetchTime: Generated<string>;
  remark: string | null;
  createUserId: number | null;
  createUserName: string | null;
  /** Keyed digest of what `sealedColumns` names. */
  seal: Generated<string | null>;
}

interface RateImportParts {
  runId: string;
  part: number;
  content: string;
}

interface FxQuoteRows {
  merchantId: string;
  id: string;
  baseCurrency: string;
  quoteCurrency: string;
  side: "sellsBase" | "buysBase";
  mid: string;
  markup: number;
  rate: string;
  baseAmount: string;
  quoteAmount: string;
  midAmount: string;
  rateIds: JSONColumnType<number[], string | undefined, string>;
  createTime: string;
  expireTime: string;
  useTime: string | null;
  usedBy: string | null;
  /** Live or test mode. */
  mode: Generated<Mode>;
  /** Keyed digest of what `sealedColumns` names. */
  seal: Generated<string | null>;
}

declare module "../../../platform/db/tables.ts" {
  interface Tables {
    rates: Rates;
    rateImportParts: RateImportParts;
    fxQuotes: FxQuoteRows;
  }
}

export const rateTables: FactsOf<"rates" | "rateImportParts" | "fxQuotes"> = {
  rates: { scope: "shared", placement: "local", grant: "sealedOnce" },
  rateImportParts: { scope: "shared", placement: "local", grant: "readWrite" },
  fxQuotes: { scope: { merchant: "merchantId" }, placement: "distributed", grant: "readWrite", json: ["rateIds"] },
};
