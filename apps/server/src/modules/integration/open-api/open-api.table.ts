import type { FactsOf } from "../../../platform/db/tables.ts";

interface ApiNonces {
  appId: string;
  nonce: string;
  expiresAt: string;
  mark: Buffer | null;
}

interface ApiAllowances {
  bucket: string;
  tokens: number;
  refilledAt: string;
  isGranted: boolean;
}

declare module "../../../platform/db/tables.ts" {
  interface Tables {
    apiNonces: ApiNonces;
    apiAllowances: ApiAllowances;
  }
}

export const openApiTables: FactsOf<"apiNonces" | "apiAllowances"> = {
  apiNonces: { scope: "shared", placement: "local", grant: "readWrite" },
  apiAllowances: { scope: "shared", placement: "local", grant: "readWrite" },
};
