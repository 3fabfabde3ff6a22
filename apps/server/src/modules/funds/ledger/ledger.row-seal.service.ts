import { factsOf } from "../../../platform/db/tables.ts";
import type { Context } from "../../../platform/http/context.ts";
import type { YieldTurn } from "../../../platform/load/turn-yielder.ts";
import { rowFinding } from "../../../platform/seals/finding.policy.ts";
import { type PriceRow, priceRowsAfter, sealPrices } from "../../../platform/seals/price-seals.store.ts";
import {
  type BookTable,
  extendedTables,
  latestScheme,
  newSeal,
  type PriceTable,
  priceTables,
  rowDigest,
  type SealedRow,
  sealParts,
} from "../../../platform/seals/row-seal.ts";
import type { SealKeys } from "../../../platform/seals/seal-keys.ts";
import type { SealedTable } from "../../../platform/seals/sealed-columns.ts";
import {
  type Adoption,
  type AdoptionId,
  adoptionMs,
  holdAdoption,
  isSealedPrice,
  keepAdoption,
  readAdoption,
} from "./ledger.adoption.store.ts";
import type { Finding, FindingPlace } from "./ledger.finding.policy.ts";
import type { MerchantBook } from "./ledger.post.store.ts";
import {
  coverCharge,
  type SealedStoredRow,
  sealedRows,
  sealedTables,
  uncoveredCharges,
} from "./ledger.row-seal.store.ts";

type Db = Context["db"];

const nameOf: Readonly<Record<SealedTable, string>> = {
  coinOrders: "coin_orders",
  paymentAttempts: "payment_attempts",
  captures: "captures",
  paymentDues: "payment_dues",
  feeRules: "fee_rules",
  accountTerms: "account_terms",
  rates: "rates",
  orderRefunds: "order_refunds",
  settlementBatches: "settlement_batches",
  bills: "bills",
  merDeposits: "mer_deposits",
  payoutAccounts: "payout_accounts",
  cashouts: "cashouts",
  payoutOrders: "payout_orders",
  payouts: "payouts",
  refundImportRows: "refund_import_rows",
  fxQuotes: "fx_quotes",
  reconBatches: "recon_batches",
  reconItems: "recon_items",
  bankStatements: "bank_statements",
  bankLines: "bank_lines",
  bankLineParts: "bank_line_parts",
  settlementAllocations: "settlement_allocations",
};

/** Rows read at once. */
const batch = 100;

/** Rows of a book whose seal does not match. The expected seal is never disclosed. */
export async function checkRowSeals(db: Db, of: MerchantBook, keys: SealKeys, breathe: YieldTurn): Promise<Finding[]> {
  const adoptions = { rows: await readAdoption(db, keys, "rows"), orders: await readAdoption(db, keys, "orders") };
  const extended = await readAdoption(db, keys, "columnsEnd");
  const findings = [
    ...adoptionFindings("rows", adoptions.rows),
    ...adoptionFindings("orders", adoptions.orders),
    ...adoptionFindings("columnsEnd", extended),
  ];
  for (const table of sealedTables) {
    const adoption = adoptions[table === "coinOrders" ? "orders" : "rows"];
    for (let after: string | undefined = ""; after !== undefined; ) {
      const rows: SealedStoredRow[] = await sealedRows(db, table, of, { after, limit: batch });
      for (const row of rows) {
        findings.push(...rowFindings(table, row, { keys, adoption, isExtended: extended?.isGenuine === true }));
        await breathe();
      }
      after = rows.at(-1)?.id;
    }
  }
  return findings;
}

const adoptionFindings = (id: AdoptionId, adoption: Adoption | undefined): Finding[] =>
  adoption && !adoption.isGenuine
    ? [rowFinding({ law: "sealed", table: "row_adoptions", key: id }, "mac", [null, null])]
    : [];

/** A finding about a pricing row and its owner; null where no merchant owns it. */
export interface PriceFinding {
  readonly merchantId: string | null;
  readonly finding: Finding;
}

/** Pricing rows of a tenant whose seal does not match. Rates are shared, and checked with one tenant. */
export async function checkPriceSeals(
  db: Db,
  { tenantId, withRates }: { readonly tenantId: number; readonly withRates: boolean },
  keys: SealKeys,
): Promise<PriceFinding[]> {
  const adoption = await readAdoption(db, keys, "prices");
  const found: PriceFinding[] = adoptionFindings("prices", adoption).map((one) => ({ merchantId: null, finding: one }));
  for (const table of priceTables) {
    if (table === "rates" && !withRates) continue;
    for (let after: string | number | undefined, more = true; more; ) {
      const rows: PriceRow[] = await priceRowsAfter(db, table, tenantId, after);
      for (const row of rows) {
        const merchantId = "merchantId" in row ? (row.merchantId as string | null) : null;
        for (const one of rowFindings(table, row, { keys, adoption })) found.push({ merchantId, finding: one });
      }
      after = rows.at(-1)?.id;
      more = after !== undefined;
    }
  }
  return found;
}

/** Result of adopting prices from before seals. */
export interface PricesAdopted {
  /** The record of the first adoption was altered or deleted. */
  readonly isAltered: boolean;
  readonly rows: number;
}

/**
 * Seals unsealed pricing rows as they are: first when a node starts, before it serves requests, and for an hour after
 * that, while nodes of the previous release may still write.
 */
export const sealExistingPrices = (db: Db, keys: SealKeys, { now, isStart }: AdoptingPrices): Promise<PricesAdopted> =>
  db.transaction().execute(async (tx) => {
    await holdAdoption(tx);
    const kept = await readAdoption(tx, keys, "prices");
    if (kept ? !kept.isGenuine : !isStart || (await isSealedPrice(tx))) return { isAltered: true, rows: 0 };
    if (!kept) await keepAdoption(tx, keys, now, "prices");
    let rows = kept ? 0 : await coverCharges(tx, keys);
    if (!kept || now.getTime() - kept.at.getTime() <= adoptionMs)
      for (const table of priceTables) rows += await adoptTable(tx, table, keys);
    return { isAltered: false, rows };
  });

/**
 * Extends the seals of captures to their charge, where a seal is older than that and matches. Journals prove the
 * charge: the next verification reports a row that differs.
 */
async function coverCharges(db: Db, { active, hmacOf }: SealKeys): Promise<number> {
  let covered = 0;
  for (let last: Pick<SealedStoredRow, "merchantId" | "id"> | undefined = { merchantId: "", id: "" }; last; ) {
    const rows = await uncoveredCharges(db, last);
    for (const row of rows) {
      const parts = sealParts(row.seal);
      const hash = parts && hmacOf(parts.keyId);
      if (!parts || !hash || rowDigest(parts, "captures", row, hash) !== parts.digest) continue;
      const feeRule = JSON.stringify({ ...row.feeRule, fee: row.feeAmount, feeTax: row.feeTaxAmount });
      const naming = { mark: parts.mark, keyId: active.id };
      await coverCharge(db, row, { feeRule, seal: newSeal(naming, "captures", { ...row, feeRule }, active.hmac) });
      covered += 1;
    }
    last = rows.at(-1);
  }
  return covered;
}

interface AdoptingPrices {
  readonly now: Date;
  readonly isStart: boolean;
}

const adoptTable = <T extends PriceTable>(db: Db, table: T, { active }: SealKeys): Promise<number> =>
  sealPrices(db, table, (row) => newSeal({ mark: "u", keyId: active.id }, table, row, active.hmac));

interface Against {
  readonly keys: SealKeys;
  readonly adoption: Adoption | undefined;
  /** Whether no row is left whose seal covers fewer columns than new ones. */
  readonly isExtended?: boolean;
}

function rowFindings(
  table: BookTable | PriceTable,
  row: SealedStoredRow | PriceRow,
  { keys, adoption, isExtended = false }: Against,
): Finding[] {
  const place = { law: "sealed", table: nameOf[table], key: String(row.id) } as const;
  const parts = sealParts(row.seal);
  const hash = parts && keys.hmacOf(parts.keyId);
  if (!parts || !hash) return [rowFinding(place, "seal", [null, row.seal])];
  const digest = rowDigest(parts, table, row as unknown as SealedRow<typeof table>, hash);
  // JSON columns are read as values: text was put there by somebody else.
  const isText = (factsOf(table).json ?? []).some(
    (name) => typeof (row as Readonly<Record<string, unknown>>)[name] === "string",
  );
  if (isText || digest !== parts.digest) return [rowFinding(place, null, [row.seal, null])];
  const isOfBefore = isExtended && extendedTables.some((one) => one === table) && parts.scheme < latestScheme(table);
  const isLate = isOfBefore || (parts.mark === "u" && !mayBeAdopted(table, row, adoption));
  return [
    ...(isLate ? [rowFinding(place, "seal", [null, row.seal])] : []),
    ...(table === "paymentDues" ? oneForTwo(place, row as never) : []),
    ...(table === "orderRefunds" ? oneForTwoRefund(place, row as never) : []),
  ];
}

/**
 * The sealed column that tells when a row began: rows that began later are sealed when written, and never afterwards.
 */
const begunIn = {
  coinOrders: "orderTime",
  paymentAttempts: "startedTime",
  captures: "askedTime",
  paymentDues: "createTime",
  orderRefunds: "refundTime",
  settlementBatches: "createTime",
  bills: "createTime",
  merDeposits: "createTime",
  payoutAccounts: "lastChangeTime",
  cashouts: "applyTime",
  payoutOrders: "applyTime",
  payouts: "createTime",
  reconBatches: "createTime",
  reconItems: "createTime",
  bankStatements: "createTime",
  bankLines: "createTime",
  bankLineParts: "createTime",
  settlementAllocations: "createTime",
  feeRules: "createTime",
  accountTerms: "createTime",
  rates: "fetchTime",
} as const;

function mayBeAdopted(table: BookTable | PriceTable, row: object, adoption: Adoption | undefined): boolean {
  const begun = (row as Readonly<Record<string, unknown>>)[begunIn[table]];
  return adoption !== undefined && Date.parse(String(begun)) <= adoption.at.getTime() + adoptionMs;
}

/** A decision that needs two people and was made without a request. */
function oneForTwo(place: FindingPlace, due: SealedRow<"paymentDues">): Finding[] {
  const isByOne = due.needsApproval === true && due.decideTime !== null && due.proposeTime === null;
  return isByOne ? [rowFinding(place, "propose_time", ["≠ null", null])] : [];
}

/** A refund that needs two people and was decided by its requester, or sent undecided. */
function oneForTwoRefund(place: FindingPlace, refund: SealedRow<"orderRefunds">): Finding[] {
  const { reviewCause, decideUserId, decideTime, applicantId, status } = refund;
  if (reviewCause === null) return [];
  const isByOne = decideUserId !== null && decideUserId === applicantId;
  const isByNobody = decideTime === null && status !== "review" && status !== "canceled";
  return [
    ...(isByOne ? [rowFinding(place, "decide_user_id", [`≠ ${String(applicantId)}`, String(decideUserId)])] : []),
    ...(isByNobody ? [rowFinding(place, "status", ["review", String(status)])] : []),
  ];
}
