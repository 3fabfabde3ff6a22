import { transitCashoutStates } from "@countinghouse/contract/funds/cashout/cashout.lifecycle.ts";
import { transitPayoutOrderStates } from "@countinghouse/contract/funds/payout-order/payout-order.lifecycle.ts";
import type { Account } from "@countinghouse/ledger/account.ts";
import type { EntryEvent } from "@countinghouse/ledger/entry.ts";
import { settlingEvents } from "@countinghouse/ledger/settlement-line.ts";
import { type Kysely, type RawBuilder, sql } from "kysely";
import type { Tables } from "../../../platform/db/tables.ts";
import type { LedgerInvariant } from "./ledger.finding.policy.ts";
import type { MerchantBook } from "./ledger.post.store.ts";

/** What makes up a bucket's balances: the records behind them, and journals without a record. */
export interface BackingInvariant {
  readonly law: LedgerInvariant;
  /**
   * Rows of `account` and `amount`, several per account where it has several records; null where there are no records.
   */
  readonly records: ((of: MerchantBook) => RawBuilder<unknown>) | null;
  /** Events without a record of their own: their journals count. Any other event is unbacked. */
  readonly events: readonly EntryEvent[];
}

const taken = ({ merchantId, book }: MerchantBook) =>
  sql`FROM captures WHERE merchant_id = ${merchantId} AND mode = ${book} AND status = 'succeeded'`;

/** Unapplied payments, with the amount held of each. */
const unapplied = ({ merchantId, book }: MerchantBook) =>
  sql`FROM payment_dues WHERE merchant_id = ${merchantId} AND mode = ${book}`;

/** Withdrawals in some states. */
const withdrawn = ({ merchantId, book }: MerchantBook, states: readonly string[]) =>
  sql`FROM cashouts WHERE merchant_id = ${merchantId} AND mode = ${book} AND status IN (${sql.join([...states])})`;

/** Payout orders in some states. */
const paidOut = ({ merchantId, book }: MerchantBook, states: readonly string[]) =>
  sql`FROM payout_orders WHERE merchant_id = ${merchantId} AND mode = ${book} AND status IN (${sql.join([...states])})`;

/** An amount within a stored conversion; null where the JSON was altered. */
const minorIn = (name: string) =>
  sql`CASE WHEN fx ->> ${sql.lit(name)} ~ '^-?[0-9]{1,19}$' THEN (fx ->> ${sql.lit(name)})::numeric END`;

const isConverted = sql`settle_currency <> currency`;

const corrections = ({ merchantId, book }: MerchantBook) =>
  sql`FROM ledger_adjustments WHERE merchant_id = ${merchantId} AND book = ${book} AND status = 'booked'`;

/** Backing of every bucket of the chart of accounts. A new bucket does not compile without an entry. */
export const backingLaws: Readonly<Record<Account["kind"], BackingInvariant>> = {
  pending: {
    law: "pending_backed",
    records: ({ merchantId, book }) => sql`
      SELECT 'mer:' || merchant_id || ':pending:' || currency AS account, amount FROM settlement_lines
       WHERE merchant_id = ${merchantId} AND book = ${book}`,
    events: settlingEvents,
  },
  available: {
    law: "available_backed",
    records: (of) =>
      sql`SELECT 'mer:' || merchant_id || ':available:' || currency AS account, amount ${corrections(of)}`,
    events: [
      ...settlingEvents,
      ...(["J10", "J12", "J13", "J14", "J15", "J20", "J22", "J24", "J25", "J26r", "J27", "J28", "J29"] as const),
      ...(["J32", "J33", "J34", "J35", "J40", "J41", "J44", "J45", "J50", "J51", "J54", "J55", "J63"] as const),
    ],
  },
  reserve: {
    law: "reserve_backed",
    records: ({ merchantId, book }) => sql`
      SELECT 'mer:' || merchant_id || ':reserve:' || currency AS account, remain_amount AS amount FROM mer_deposits
       WHERE merchant_id = ${merchantId} AND mode = ${book}`,
    events: [],
  },
  frozen: {
    law: "backed",
    records: ({ merchantId, book }) => sql`
      SELECT 'mer:' || merchant_id || ':frozen:' || currency AS account, remaining AS amount FROM ledger_holds
       WHERE merchant_id = ${merchantId} AND book = ${book}`,
    events: [],
  },
  in_transit: {
    law: "transit_backed",
    records: (of) => sql`
      SELECT 'mer:' || merchant_id || ':in_transit:' || currency AS account, debited_amount AS amount
        ${withdrawn(of, transitCashoutStates)}
      UNION ALL
      SELECT 'mer:' || merchant_id || ':in_transit:' || currency, debited_amount
        ${paidOut(of, transitPayoutOrderStates)}`,
    events: [],
  },
  gateway_receivable: {
    law: "receivable_backed",
    records: (of) => sql`
      SELECT 'plt:gateway_receivable:' || currency || ':' || gateway_account_id AS account, amount ${taken(of)}
      UNION ALL
      SELECT 'plt:gateway_receivable:' || gateway_cost_currency || ':' || gateway_account_id, -gateway_cost_amount
        ${taken(of)} AND gateway_cost_amount IS NOT NULL
      UNION ALL
      SELECT 'plt:gateway_receivable:' || currency || ':' || gateway_account_id, held_amount ${unapplied(of)}`,
    events: ["J03r", "J11", "J15", "J21", "J23", "J24", "J26r", "J60", "J61", "J62", "J63"],
  },
  payer_funds: {
    law: "payer_backed",
    records: (of) => sql`
      SELECT 'plt:payer_funds:' || currency || ':' || gateway_account_id AS account, held_amount AS amount ${unapplied(of)}`,
    events: [],
  },
  dispute_clearing: { law: "dispute_backed", records: null, events: ["J21", "J24", "J26"] },
  recon_suspense: { law: "suspense_backed", records: null, events: ["J62", "J63"] },
  bank: {
    law: "bank_backed",
    records: null,
    events: ["J34", "J43", "J45", "J46", "J47", "J53", "J55", "J60", "J62", "J63"],
  },
  fx_position: {
    law: "position_backed",
    records: (of) => sql`
      SELECT 'plt:fx_position:' || currency AS account, -amount AS amount ${taken(of)} AND ${isConverted}
      UNION ALL
      SELECT 'plt:fx_position:' || settle_currency, ${minorIn("midValue")} ${taken(of)} AND ${isConverted}`,
    events: ["J11", "J15", "J26", "J26r", "J45", "J46", "J71"],
  },
  tax_payable: {
    law: "tax_backed",
    records: (of) => sql`
      SELECT 'plt:tax_payable:' || settle_currency || ':' || (fee_rule -> 'tax' ->> 'country') AS account,
             fee_tax_amount AS amount ${taken(of)} AND fee_tax_amount <> 0`,
    events: ["J12", "J13", "J22", "J25", "J27", "J29"],
  },
  fx_gain_loss: { law: "gain_backed", records: null, events: ["J11", "J15", "J26", "J26r", "J46", "J71"] },
  rev: {
    law: "income_backed",
    records: (of) => sql`
      SELECT 'plt:rev:transaction_fee:' || settle_currency AS account, fee_amount AS amount
        ${taken(of)} AND fee_amount IS NOT NULL
      UNION ALL
      SELECT 'plt:rev:gateway_cost_recovery:' || settle_currency, settle_amount - fee_amount - fee_tax_amount - net_amount
        ${taken(of)} AND net_amount IS NOT NULL
      UNION ALL
      SELECT 'plt:rev:fx_markup:' || settle_currency, ${minorIn("markupAmount")} ${taken(of)} AND ${isConverted}
      UNION ALL
      SELECT 'plt:rev:withdrawal_fee:' || currency, fee_amount ${withdrawn(of, ["paid", "returned"])}
      UNION ALL
      SELECT 'plt:rev:payout_fee:' || currency, fee_amount ${paidOut(of, ["paid", "returned"])}
      UNION ALL
      SELECT 'plt:rev:fx_markup:' || target_currency, mid_amount - target_amount
        ${withdrawn(of, ["paid"])} AND currency <> target_currency`,
    events: ["J12", "J13", "J22", "J25", "J27", "J29", "J61p"],
  },
  cost: {
    law: "cost_backed",
    records: (of) => sql`
      SELECT 'plt:cost:gateway_fee:' || gateway_cost_currency AS account, gateway_cost_amount AS amount
        ${taken(of)} AND gateway_cost_amount IS NOT NULL
      UNION ALL
      SELECT 'plt:cost:goodwill:' || currency, amount ${corrections(of)}`,
    events: ["J03r", "J23", "J28", "J45", "J47", "J55", "J61", "J63"],
  },
};

/**
 * Sums of the records of one bucket in a book, by account. A record altered so that it has no valid account or amount
 * counts for nothing: the account then lacks its backing.
 */
export async function recordedBy(
  db: Kysely<Tables>,
  of: MerchantBook,
  { records }: BackingInvariant,
): Promise<ReadonlyMap<string, bigint>> {
  if (!records) return new Map();
  const { rows } = await sql<{ account: string; amount: string }>`
    SELECT r.account, coalesce(sum(r.amount), 0)::text AS amount FROM (${records(of)}) AS r
     WHERE r.account IS NOT NULL GROUP BY r.account`.execute(db);
  return new Map(rows.map(({ account, amount }) => [account, BigInt(amount)]));
}
