import type { Generated } from "kysely";
import type { FactsOf } from "../../../platform/db/tables.ts";

interface CardTurns {
  merchantId: string;
  mode: "live" | "test";
  cardFingerprint: string;
  attemptId: string;
  lapseTime: string;
  turns: Generated<number>;
}

declare module "../../../platform/db/tables.ts" {
  interface Tables {
    cardTurns: CardTurns;
  }
}

export const cardTurnTables: FactsOf<"cardTurns"> = {
  cardTurns: { scope: { merchant: "merchantId" }, placement: "distributed", grant: "readWrite" },
};
