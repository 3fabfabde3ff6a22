import { type Kysely, sql } from "kysely";
import type { Tables } from "../../../platform/db/tables.ts";
import {
  columnDifferences,
  missingFinding,
  orphanFinding,
  rowFinding,
} from "../../../platform/seals/finding.policy.ts";
import { listedDigest } from "../../../platform/seals/listed-rows.ts";
import { rowDigest, sealParts } from "../../../platform/seals/row-seal.ts";
import type { SealKeys } from "../../../platform/seals/seal-keys.ts";
import type { Finding } from "./ledger.finding.policy.ts";
import type { MerchantBook } from "./ledger.post.store.ts";

/** Findings: movements of reserves that differ from those their reserve lists. */
export async function moveFindings(db: Kysely<Tables>, { merchantId, book }: MerchantBook): Promise<Finding[]> {
  const holds = await db
    .selectFrom("merDeposits")
    .select(["id", "moveDigests"])
    .where("merchantId", "=", merchantId)
    .where("mode", "=", book)
    .where("moveDigests", "is not", null)
    .orderBy("id")
    .execute();
  const moves = await db
    .selectFrom("merDepositMoves")
    .selectAll()
    .where("merchantId", "=", merchantId)
    .orderBy("seq")
    .execute();
  const ofHold = Map.groupBy(moves, ({ depositId }) => depositId);
  return holds.flatMap(({ id, moveDigests }) => {
    const told = new Set(moveDigests);
    const there = (ofHold.get(id) ?? []).map((move) => ({ move, digest: listedDigest("merDepositMoves", move) }));
    const placeOf = (key: string) => ({ law: "sealed", table: "mer_deposit_moves", key }) as const;
    const strange = there.filter(({ digest }) => !told.has(digest));
    const gone = told.size - (there.length - strange.length);
    return [
      ...strange.map(({ move, digest }) => rowFinding(placeOf(move.id), null, [null, digest])),
      ...(strange.length < gone ? [missingFinding(placeOf(id))] : []),
      ...(there.length > (moveDigests ?? []).length ? [orphanFinding(placeOf(id))] : []),
    ];
  });
}

/**
 * Findings: rows of refund files whose seal does not match. A row without a seal is older than these seals: such a row
 * of an ended file requests nothing more, and one of another file is never used for a request.
 */
export async function fileRowFindings(
  db: Kysely<Tables>,
  { merchantId, book }: MerchantBook,
  keys: SealKeys,
): Promise<Finding[]> {
  const rows = await db
    .selectFrom("refundImportRows as r")
    .innerJoin("refundImports as i", (on) =>
      on.onRef("i.merchantId", "=", "r.merchantId").onRef("i.id", "=", "r.importId"),
    )
    .selectAll("r")
    .where("i.merchantId", "=", merchantId)
    .where("i.mode", "=", book)
    .where(sql<boolean>`(r.seal IS NOT NULL OR i.finish_time IS NULL)`)
    .orderBy("r.importId")
    .orderBy("r.rowNo")
    .execute();
  const { rows: counted } = await sql<{ id: string; rowCount: number; found: number }>`
    SELECT i.id, i.row_count, count(r.row_no)::integer AS found
      FROM refund_imports i
      LEFT JOIN refund_import_rows r ON r.merchant_id = i.merchant_id AND r.import_id = i.id AND r.mode = i.mode
     WHERE i.merchant_id = ${merchantId} AND i.mode = ${book} AND i.finish_time IS NULL
     GROUP BY i.merchant_id, i.id ORDER BY i.id`.execute(db);
  const lost = counted.flatMap(({ id, rowCount, found }) =>
    columnDifferences({ law: "sealed", table: "refund_imports", key: id }, { row_count: [found, rowCount] }),
  );
  const altered = rows.flatMap((row) => {
    const place = { law: "sealed", table: "refund_import_rows", key: `${row.importId} ${row.rowNo}` } as const;
    const parts = sealParts(row.seal);
    const hash = parts && keys.hmacOf(parts.keyId);
    if (!parts || !hash) return [rowFinding(place, "seal", [null, row.seal])];
    return rowDigest(parts, "refundImportRows", row, hash) === parts.digest
      ? []
      : [rowFinding(place, null, [row.seal, null])];
  });
  return [...lost, ...altered];
}
