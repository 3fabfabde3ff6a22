import type { CurrencyCode } from "@countinghouse/money/currency.ts";
import { addDays } from "@countinghouse/money/plain-date.ts";
import { type Kysely, type RawBuilder, sql } from "kysely";
import type { Tables } from "../../../platform/db/tables.ts";
import { nearDays, type OurMovement, type TransferSource } from "./bank-match.policy.ts";
import type { StatementRow } from "./bank-statement.store.ts";

type Db = Kysely<Tables>;
type OfAccount = Pick<StatementRow, "tenantId" | "merchantId" | "payoutAccountId" | "mode" | "currency">;

/** Search keys for records that some lines may match. */
export interface MatchKeys {
  /** Numbers of transfers and withdrawals in the lines, plus each whole reference, which may be a provider's. */
  readonly numbers: readonly string[];
  readonly references: readonly string[];
  /** Absolute amounts of the lines, and the days they span. */
  readonly amounts: readonly string[];
  readonly from: string;
  readonly to: string;
}

interface PayoutFound {
  readonly merchantId: string;
  readonly id: string;
  readonly payoutNo: string;
  readonly sourceType: TransferSource;
  readonly sourceId: string;
  readonly sourceNo: string;
  readonly amount: string;
  readonly status: string;
  readonly providerReference: string | null;
  readonly isByHand: boolean;
  readonly day: string;
  readonly returnedAmount: string | null;
  readonly currency: CurrencyCode;
  readonly fundingAccountId: string;
}

const payoutColumns = sql`
  coalesce(p.paid_currency, p.currency) AS currency, p.funding_account_id, p.merchant_id, p.id, p.payout_no, p.source_type, p.source_id, p.source_no, coalesce(p.paid_amount, p.amount)::text AS amount, p.status,
  p.provider_reference, p.gateway_account_id IS NULL AS is_by_hand, coalesce(c.returned_amount, o.returned_amount)::text AS returned_amount,
  to_char(coalesce(p.finished_time, p.submit_time, p.create_time) AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS day
  FROM payouts p
  LEFT JOIN cashouts c ON p.source_type = 'cashout' AND c.merchant_id = p.merchant_id AND c.id = p.source_id
  LEFT JOIN payout_orders o ON p.source_type = 'payout_order' AND o.merchant_id = p.merchant_id AND o.id = p.source_id`;

/** A transfer as an outgoing payment, and as its return. */
function movementsOf(found: PayoutFound): OurMovement[] {
  const { merchantId, id, payoutNo, sourceType, sourceId, sourceNo, status, day, returnedAmount } = found;
  const { providerReference } = found;
  const paid = BigInt(found.amount);
  const names = [payoutNo, sourceNo, ...(providerReference === null ? [] : [providerReference])];
  const same = { id, refNo: payoutNo, sourceType, sourceId, sourceNo, merchantId, date: day, names };
  const isOut = status === "paid" || status === "returned";
  return [
    {
      ...same,
      refType: "payout",
      amount: -paid,
      booked: isOut ? -paid : 0n,
      isBookable: found.isByHand && !isOut,
      isGivenUp: found.isByHand && status === "failed",
    },
    {
      ...same,
      refType: "payout_return",
      amount: returnedAmount === null ? paid : BigInt(returnedAmount),
      booked: returnedAmount === null ? 0n : BigInt(returnedAmount),
      isBookable: status === "paid",
    },
  ];
}

const isOfAccount = ({ payoutAccountId, mode, currency }: OfAccount) =>
  sql`p.funding_account_id = ${payoutAccountId} AND p.mode = ${mode} AND coalesce(p.paid_currency, p.currency) = ${currency}`;

const several = (values: readonly string[]) => sql`ANY(${[...new Set(values)]}::text[])`;

/** Transfers from the account that lines name, or that match by amount and date. */
export async function transfersFor(db: Db, of: OfAccount, by: MatchKeys): Promise<OurMovement[]> {
  const { rows } = await sql<PayoutFound>`
    SELECT ${payoutColumns}
     WHERE ${isOfAccount(of)} AND (
           p.payout_no = ${several(by.numbers)} OR p.source_no = ${several(by.numbers)}
        OR p.provider_reference = ${several(by.references)}
        OR (p.amount = ANY(${[...new Set(by.amounts)]}::numeric[])
            AND coalesce(p.finished_time, p.submit_time, p.create_time) >= ${addDays(by.from, -nearDays - 1)}::date
            AND coalesce(p.finished_time, p.submit_time, p.create_time) < ${addDays(by.to, nearDays + 2)}::date))
     ORDER BY p.id`.execute(db);
  return rows.flatMap(movementsOf);
}

/** A transfer by hand that is booked at another account of ours, in another currency. */
const isOfOther = ({ tenantId, payoutAccountId, mode, currency }: OfAccount) =>
  sql`p.tenant_id = ${tenantId} AND p.mode = ${mode} AND p.funding_account_id <> ${payoutAccountId}
      AND p.gateway_account_id IS NULL AND p.currency <> ${currency}`;

const elsewhere = (found: PayoutFound): OurMovement[] =>
  movementsOf(found).map((ours) => ({
    ...ours,
    exchange: { currency: found.currency, accountId: found.fundingAccountId },
  }));

/**
 * Transfers by hand in another currency, booked at another account of ours, whose own number or withdrawal's number the
 * lines name. Nothing else would tell: amounts of two currencies are alike by accident.
 */
export async function exchangedFor(
  db: Db,
  of: OfAccount,
  { numbers }: Pick<MatchKeys, "numbers">,
): Promise<OurMovement[]> {
  if (numbers.length === 0) return [];
  const { rows } = await sql<PayoutFound>`
    SELECT ${payoutColumns}
     WHERE ${isOfOther(of)} AND (p.payout_no = ${several(numbers)} OR p.source_no = ${several(numbers)})
     ORDER BY p.id`.execute(db);
  return rows.flatMap(elsewhere);
}

/** Most records suggested. */
const nearMax = 400;

type Days = Pick<MatchKeys, "from" | "to">;

/** Transfers within some days, latest first. */
async function payoutsNear(db: Db, where: RawBuilder<unknown>, { from, to }: Days): Promise<PayoutFound[]> {
  const { rows } = await sql<PayoutFound>`
    SELECT ${payoutColumns}
     WHERE ${where}
       AND coalesce(p.finished_time, p.submit_time, p.create_time) >= ${from}::date
       AND coalesce(p.finished_time, p.submit_time, p.create_time) < ${addDays(to, 1)}::date
     ORDER BY p.id DESC LIMIT ${nearMax}`.execute(db);
  return rows;
}

/** Transfers from the account within some days, latest first. */
export const transfersNear = async (db: Db, of: OfAccount, days: Days): Promise<OurMovement[]> =>
  (await payoutsNear(db, isOfAccount(of), days)).flatMap(movementsOf);

/** Transfers by hand in another currency within some days, latest first. */
export const exchangedNear = async (db: Db, of: OfAccount, days: Days): Promise<OurMovement[]> =>
  (await payoutsNear(db, isOfOther(of), days)).flatMap(elsewhere);

/** One transfer, outgoing or returned: from the account, or in another currency from another one. */
async function transferOf(
  db: Db,
  of: OfAccount,
  { refType, id }: Pick<OurMovement, "refType" | "id">,
): Promise<OurMovement | undefined> {
  const read = (where: RawBuilder<unknown>) =>
    sql<PayoutFound>`SELECT ${payoutColumns} WHERE ${where} AND p.id = ${id}`.execute(db);
  const own = (await read(isOfAccount(of))).rows.flatMap(movementsOf);
  const found = own.length > 0 ? own : (await read(isOfOther(of))).rows.flatMap(elsewhere);
  return found.find((ours) => ours.refType === refType);
}

interface FileFound {
  readonly merchantId: string;
  readonly id: string;
  readonly reconNo: string;
  readonly fileName: string;
  readonly upstreamMid: string;
  readonly day: string;
  readonly payout: string;
  readonly received: string;
  readonly covered: string;
}

/** Most days by which a settlement file may precede its payment, and follow it. */
const filesBefore = 14;
const filesAfter = 3;

/** Lines that are matched again do not count as taken by themselves. */
const fileColumns = (of: OfAccount, except: readonly string[]) => sql`
  b.merchant_id, b.id, b.recon_no, b.file_name, a.upstream_mid, to_char(b.file_date, 'YYYY-MM-DD') AS day,
  coalesce(b.payout_amount, b.net_amount)::text AS payout, b.received_amount::text AS received,
  ((SELECT coalesce(sum(l.amount - l.difference), 0) FROM bank_lines l
    WHERE l.merchant_id = b.merchant_id AND l.our_ref_id = b.id
      AND l.status IN ('matched', 'resolved') AND l.id <> ALL(${[...except]}::text[]))
   + (SELECT coalesce(sum(p.amount), 0) FROM bank_line_parts p
       WHERE p.merchant_id = b.merchant_id AND p.our_ref_id = b.id))::text AS covered
  FROM recon_batches b JOIN gateway_accounts a ON a.id = b.gateway_account_id
 WHERE b.merchant_id = ${of.merchantId} AND b.mode = ${of.mode} AND b.currency = ${of.currency}`;

/**
 * The payment of a settlement file: the amount booked without a bank line so far, or else the amount still expected.
 */
function movementOfFile(found: FileFound): OurMovement {
  const { merchantId, id, reconNo, fileName, upstreamMid, day } = found;
  const left = BigInt(found.payout) - BigInt(found.received);
  const booked = BigInt(found.received) - BigInt(found.covered);
  return {
    refType: "recon",
    id,
    refNo: reconNo,
    sourceType: null,
    sourceId: id,
    sourceNo: fileName,
    merchantId,
    date: day,
    amount: booked === 0n ? left : booked,
    booked,
    isBookable: left !== 0n,
    names: [upstreamMid, reconNo],
    // The account number appears beside every payout of the account, so it needs a matching sum.
    isSumNeeded: true,
  };
}

/** Settlement files that lines may pay. */
export async function filesFor(
  db: Db,
  of: OfAccount,
  { from, to }: Pick<MatchKeys, "from" | "to">,
  except: readonly string[],
): Promise<OurMovement[]> {
  const { rows } = await sql<FileFound>`
    SELECT ${fileColumns(of, except)} AND b.file_date BETWEEN ${addDays(from, -filesBefore)} AND ${addDays(to, filesAfter)}
     ORDER BY b.id`.execute(db);
  return rows.map(movementOfFile).filter(({ amount }) => amount !== 0n);
}

/** One settlement file. */
async function fileOf(db: Db, of: OfAccount, id: string, except: readonly string[]): Promise<OurMovement | undefined> {
  const { rows } = await sql<FileFound>`SELECT ${fileColumns(of, except)} AND b.id = ${id}`.execute(db);
  return rows.map(movementOfFile)[0];
}

/** One of our records by kind and id. */
export const ourMovement = (
  db: Db,
  of: OfAccount,
  ref: Pick<OurMovement, "refType" | "id">,
  except: readonly string[],
): Promise<OurMovement | undefined> =>
  ref.refType === "recon" ? fileOf(db, of, ref.id, except) : transferOf(db, of, ref);
