import type { TableFacts } from "./tables.ts";

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

/** What guards the open API. */
export interface OpenApiTables {
  apiNonces: ApiNonces;
  apiAllowances: ApiAllowances;
}

export const openApiManifest: Readonly<Record<keyof OpenApiTables, TableFacts>> = {
  apiNonces: { scope: "shared", placement: "local", grant: "readWrite" },
  apiAllowances: { scope: "shared", placement: "local", grant: "readWrite" },
};
