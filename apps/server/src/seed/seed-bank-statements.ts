import { type CurrencyCode, currency as codeOf, minorPerMajor } from "@countinghouse/money/currency.ts";
import { formatDecimal } from "@countinghouse/money/decimal-amount.ts";
import { money } from "@countinghouse/money/money.ts";
import { addDays } from "@countinghouse/money/plain-date.ts";
import { sql } from "kysely";
import { importUpload, matchStatement } from "../modules/funds/bank-statement/index.ts";
import { fundingAccount } from "../modules/funds/payout-account/index.ts";
import { installationKeys } from "../platform/crypto/installation-keys.ts";
import type { Context } from "../platform/http/context.ts";
import type { Platform } from "../platform/platform.ts";
import type { TradingMerchant } from "./demo-plan.ts";
import { seedingRun } from "./seed-run.ts";

const months = 12;
/** Gateways pay so many days after the end of a month. */
const paidAfterDays = 5;
/** What an account held before the year, in whole units. */
const openingUnits = 400_000n;

const headings = ["Booking date", "Amount", "Balance", "Reference", "Counterparty", "Details", "Type"];
const mapping = {
  columns: { bookingDate: 0, amount: 1, balance: 2, reference: 3, partyName: 4, remittance: 5, bankCode: 6 },
  dayOrder: "dayFirst",
  decimalSign: ".",
} as const;

/** What moved on an account of ours, as a bank writes it. */
interface Movement {
  readonly day: string;
  readonly amount: string;
  readonly reference: string;
  readonly party: string;
  readonly details: string;
  readonly type: string;
}

/**
 * Statements of our accounts for the past year, a table for each month and currency, taken in and matched by the functions
 * of every other: what withdrawals took, and what gateways paid. The charge of the last month waits for people.
 */
export async function seedBankStatements(platform: Platform, trades: readonly TradingMerchant[]): Promise<void> {
  const { clock, secret } = platform;
  const { ring } = installationKeys(secret);
  const run = seedingRun(platform, "/api/bankStatement/import");
  const { signal } = new AbortController();
  const tenantId = trades[0]?.tenantId;
  if (tenantId === undefined || (await hasStatements(platform, tenantId))) return;
  for (const currency of new Set(trades.map((trade) => codeOf(trade.currency)))) {
    const account = await run((ctx) => fundingAccount(ctx, { tenantId, mode: "test", currency }));
    if (!account) continue;
    const moved = await movementsOf(platform, account, currency);
    let balance = openingUnits * minorPerMajor(currency);
    for (const month of monthsUntil(clock.now())) {
      const own = moved.filter(({ day }) => day.startsWith(month));
      if (own.length === 0) continue;
      const text = tableOf(own, balance, currency);
      balance += own.reduce((sum, { amount }) => sum + BigInt(amount), 0n);
      const file = { fileName: `${currency}-${month}.csv`, data: Buffer.from(text).toString("base64"), mapping };
      await run(async (ctx) => {
        const { ids } = await importUpload(ctx, () => ring, { payoutAccountId: account.id, ...file });
        const { merchantId } = await ctx.db
          .selectFrom("bankStatements")
          .select("merchantId")
          .where("id", "=", ids[0] ?? "")
          .executeTakeFirstOrThrow();
        const job = { signal, inCommand: <R>(work: (of: Context) => Promise<R>) => work(ctx) };
        for (const statementId of ids) await matchStatement(job, { merchantId, statementId }, false);
      });
    }
  }
}

const hasStatements = async ({ db }: Platform, tenantId: number): Promise<boolean> =>
  (await db.selectFrom("bankStatements").select("id").where("tenantId", "=", tenantId).executeTakeFirst()) !==
  undefined;

/** Whole months before an instant, the oldest first: `2026-10`. */
const monthsUntil = (now: Date): string[] =>
  Array.from({ length: months }, (_none, back) =>
    new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - months + back, 1)).toISOString().slice(0, 7),
  );

/** What went out of an account and came into it, by day. */
async function movementsOf(
  { db, clock }: Platform,
  account: { readonly id: string; readonly tenantId: number },
  currency: CurrencyCode,
): Promise<Movement[]> {
  const out = await sql<Movement>`
    SELECT to_char(p.finished_time AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS day, (-p.amount)::text AS amount,
           p.provider_reference AS reference, m.legal_name AS party, p.source_no AS details, 'Transfer' AS type
      FROM payouts p JOIN merchants m ON m.id = p.merchant_id
     WHERE p.funding_account_id = ${account.id} AND p.status = 'paid' AND p.source_type = 'cashout'`.execute(db);
  const files = await sql<{ day: string; amount: string; mid: string; name: string }>`
    SELECT to_char(b.file_date, 'YYYY-MM-DD') AS day, b.received_amount::text AS amount, a.upstream_mid AS mid, b.file_name AS name
      FROM recon_batches b JOIN gateway_accounts a ON a.id = b.gateway_account_id
     WHERE b.tenant_id = ${account.tenantId} AND b.mode = 'test' AND b.currency = ${currency} AND b.received_amount > 0`.execute(
    db,
  );
  const came = files.rows.map(({ day, amount, mid, name }) => ({
    day: addDays(day, paidAfterDays),
    amount,
    reference: `GW${day.replaceAll("-", "")}${currency}`,
    party: "Gateway simulator",
    details: `${mid} ${name}`,
    type: "Transfer",
  }));
  const last = monthsUntil(clock.now()).at(-1);
  const charge = {
    day: `${last}-28`,
    amount: String(-12n * minorPerMajor(currency)),
    reference: "NONREF",
    party: "",
    details: "Account charges",
    type: "Charge",
  };
  return [...out.rows, ...came, charge].sort((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : 0));
}

/** A table as banks give it for download, with the balance after each row. */
function tableOf(moved: readonly Movement[], opening: bigint, currency: CurrencyCode): string {
  const shown = (minor: bigint) => formatDecimal(money(minor, currency));
  let balance = opening;
  const rows = moved.map(({ day, amount, reference, party, details, type }) => {
    balance += BigInt(amount);
    return [day, shown(BigInt(amount)), shown(balance), reference, `"${party}"`, details, type].join();
  });
  return `${[headings.join(), ...rows].join("\r\n")}\r\n`;
}
