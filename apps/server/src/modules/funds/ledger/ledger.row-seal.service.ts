import type { Context } from "../../../platform/http/context.ts";
import { finding } from "../../../platform/seals/finding.policy.ts";
import { rowDigest, type SealedTable, sealParts } from "../../../platform/seals/row-seal.ts";
import type { SealKeys } from "../../../platform/seals/seal-keys.ts";
import type { Finding } from "./ledger.finding.policy.ts";
import type { BookOf } from "./ledger.post.store.ts";
import { type StoredRow, sealedRows, sealedTables } from "./ledger.row-seal.store.ts";

type Db = Context["db"];

const nameOf: Readonly<Record<SealedTable, string>> = {
  paymentAttempts: "payment_attempts",
  captures: "captures",
  paymentDues: "payment_dues",
};

/** Rows that are read at once. */
const batch = 500;

/** The rows of a book that are not as they were sealed. What a seal had to be is not told. */
export async function checkRowSeals(db: Db, of: BookOf, keys: SealKeys): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const table of sealedTables) {
    for (let after: string | undefined = ""; after !== undefined; ) {
      const rows: StoredRow[] = await sealedRows(db, table, of, { after, limit: batch });
      for (const row of rows) findings.push(...rowFindings(table, row, keys));
      after = rows.at(-1)?.id;
    }
  }
  return findings;
}

function rowFindings(table: SealedTable, row: StoredRow, keys: SealKeys): Finding[] {
  const place = { law: "sealed", table: nameOf[table], key: row.id } as const;
  const parts = sealParts(row.seal);
  const hash = parts && keys.hmacOf(parts.keyId);
  if (!parts || !hash) return [finding(place, "seal", [null, row.seal])];
  return rowDigest(parts, table, row, hash) === parts.digest ? [] : [finding(place, null, [row.seal, null])];
}
