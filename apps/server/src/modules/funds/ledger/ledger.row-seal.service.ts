import type { Context } from "../../../platform/http/context.ts";
import { finding } from "../../../platform/seals/finding.policy.ts";
import { rowDigest, type SealedRow, type SealedTable, sealParts } from "../../../platform/seals/row-seal.ts";
import type { SealKeys } from "../../../platform/seals/seal-keys.ts";
import { type Adoption, adoptionMs, readAdoption } from "./ledger.adoption.store.ts";
import type { Finding, Place } from "./ledger.finding.policy.ts";
import type { BookOf } from "./ledger.post.store.ts";
import { type StoredRow, sealedRows, sealedTables } from "./ledger.row-seal.store.ts";

type Db = Context["db"];

const nameOf: Readonly<Record<SealedTable, string>> = {
  paymentAttempts: "payment_attempts",
  captures: "captures",
  paymentDues: "payment_dues",
  orderRefunds: "order_refunds",
};

/** Rows that are read at once. */
const batch = 500;

/** The rows of a book that are not as they were sealed. What a seal had to be is not told. */
export async function checkRowSeals(db: Db, of: BookOf, keys: SealKeys): Promise<Finding[]> {
  const adoption = await readAdoption(db, keys);
  const findings: Finding[] = [];
  if (adoption && !adoption.isGenuine)
    findings.push(finding({ law: "sealed", table: "row_adoptions", key: "rows" }, "mac", [null, null]));
  for (const table of sealedTables) {
    for (let after: string | undefined = ""; after !== undefined; ) {
      const rows: StoredRow[] = await sealedRows(db, table, of, { after, limit: batch });
      for (const row of rows) findings.push(...rowFindings(table, row, { keys, adoption }));
      after = rows.at(-1)?.id;
    }
  }
  return findings;
}

interface Against {
  readonly keys: SealKeys;
  readonly adoption: Adoption | undefined;
}

function rowFindings(table: SealedTable, row: StoredRow, { keys, adoption }: Against): Finding[] {
  const place = { law: "sealed", table: nameOf[table], key: row.id } as const;
  const parts = sealParts(row.seal);
  const hash = parts && keys.hmacOf(parts.keyId);
  if (!parts || !hash) return [finding(place, "seal", [null, row.seal])];
  if (rowDigest(parts, table, row, hash) !== parts.digest) return [finding(place, null, [row.seal, null])];
  const isLate = parts.mark === "u" && !mayBeAdopted(table, row, adoption);
  return [
    ...(isLate ? [finding(place, "seal", [null, row.seal])] : []),
    ...(table === "paymentDues" ? oneForTwo(place, row as never) : []),
    ...(table === "orderRefunds" ? oneForTwoRefund(place, row as never) : []),
  ];
}

/** By what a row's own seal says when it began: what is begun later is sealed when it is written, and never afterwards. */
const begunIn = {
  paymentAttempts: "startedTime",
  captures: "askedTime",
  paymentDues: "createTime",
  orderRefunds: "refundTime",
} as const;

function mayBeAdopted(table: SealedTable, row: StoredRow, adoption: Adoption | undefined): boolean {
  const begun = (row as Readonly<Record<string, unknown>>)[begunIn[table]];
  return adoption !== undefined && Date.parse(String(begun)) <= adoption.at.getTime() + adoptionMs;
}

/** A decision that takes two people and that nobody had asked for before it was made. */
function oneForTwo(place: Place, due: SealedRow<"paymentDues">): Finding[] {
  const isByOne = due.needsApproval === true && due.decideTime !== null && due.proposeTime === null;
  return isByOne ? [finding(place, "propose_time", ["≠ null", null])] : [];
}

/** A refund that takes two people, and that whoever asked for it decided about. */
function oneForTwoRefund(place: Place, refund: SealedRow<"orderRefunds">): Finding[] {
  const isByOne =
    refund.reviewCause !== null && refund.decideUserId !== null && refund.decideUserId === refund.applicantId;
  return isByOne
    ? [finding(place, "decide_user_id", [`≠ ${String(refund.applicantId)}`, String(refund.decideUserId)])]
    : [];
}
