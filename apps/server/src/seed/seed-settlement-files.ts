import { type CurrencyCode, currency as codeOf } from "@countinghouse/money/currency.ts";
import { formatDecimal } from "@countinghouse/money/decimal-amount.ts";
import { money } from "@countinghouse/money/money.ts";
import {
  importFile,
  matchFile,
  type OurRecord,
  readAccount,
  receiveOfFile,
  unlistedRecords,
} from "../modules/funds/recon/index.ts";
import { installationKeys } from "../platform/crypto/installation-keys.ts";
import type { Context } from "../platform/http/context.ts";
import type { Platform } from "../platform/platform.ts";
import type { TradingMerchant } from "./demo-plan.ts";
import { ourAccount } from "./seed-deposits.ts";
import { seedingRun } from "./seed-run.ts";

/** The account whose files there are, and the months for which. */
const settledAccount = "sim_main";
const months = 12;
/** Of so many files, one lists a line at another cost than was agreed. */
const mistakenOf = 9;

/**
 * Settlement files of the past year, one for each month and currency, taken in and matched by the functions of every
 * other, with the money that came for them. What differs waits for people, and the last month's money is still to come.
 */
export async function seedSettlementFiles(platform: Platform, trades: readonly TradingMerchant[]): Promise<void> {
  const { db, clock, secret, logger } = platform;
  const { ring } = installationKeys(secret);
  const run = seedingRun(platform, "/api/recon/import");
  const { signal } = new AbortController();
  const accountId = await accountToSettle(platform, trades);
  if (accountId === undefined) return;
  const account = await readAccount({ db }, accountId);
  const currencies = new Map(trades.map((trade) => [codeOf(trade.currency), trade] as const));
  let batchNo = 0;
  for (const { since, until, isLast } of monthsBefore(clock.now()))
    for (const [currency, trade] of currencies) {
      const of = { gatewayAccountId: accountId, mode: "test" } as const;
      const records = await unlistedRecords(db, of, { currency, since, until });
      if (records.length === 0) continue;
      batchNo += 1;
      const day = new Date(until.getTime() - 1).toISOString().slice(0, 10);
      const fileName = `settlement-${currency}-${day}.csv`;
      const text = fileOf(records, { batchNo, currency, day, isMistaken: batchNo % mistakenOf === 0 });
      const bytes = Buffer.from(text);
      // Taken in, matched and paid at once: a file is one transaction here.
      await run(async (ctx) => {
        const { id, merchantId, netAmount } = await importFile(ctx, account, { fileName, bytes, source: "upload" });
        const job = { db, logger, signal, inCommand: <R>(work: (of: Context) => Promise<R>) => work(ctx) };
        await matchFile(job, { merchantId, batchId: id }, false);
        if (isLast || netAmount === "0") return;
        const payoutAccountId = await ourAccount(ctx, ring, trade);
        await receiveOfFile(ctx, { id, payoutAccountId, amount: netAmount, reason: fileName });
      });
    }
}

/** The account whose files there are; nothing where it has some already. */
async function accountToSettle({ db }: Platform, [trade]: readonly TradingMerchant[]): Promise<string | undefined> {
  if (!trade) return undefined;
  const found = await db
    .selectFrom("gatewayAccounts")
    .select("id")
    .where("tenantId", "=", trade.tenantId)
    .where("upstreamMid", "=", settledAccount)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom("reconBatches").select("id").whereRef("gatewayAccountId", "=", "gatewayAccounts.id"))),
    )
    .executeTakeFirst();
  return found?.id;
}

/** The whole months before an instant, the oldest first, each from one first of a month to the next. */
const monthsBefore = (now: Date) =>
  Array.from({ length: months }, (_none, index) => {
    const first = (back: number) => new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back, 1));
    const back = months - index;
    return { since: first(back), until: first(back - 1), isLast: back === 1 };
  });

interface FileFacts {
  readonly batchNo: number;
  readonly currency: CurrencyCode;
  readonly day: string;
  readonly isMistaken: boolean;
}

const columns = [
  ...["batchNo", "upstreamMid", "upstreamReference", "merchantReference", "modificationReference", "type"],
  ...["creationDate", "timeZone", "grossCurrency", "grossDebit", "grossCredit", "exchangeRate", "netCurrency"],
  ...["netDebit", "netCredit", "markup", "schemeFee", "interchange", "paymentMethod", "bookingDate"],
];

/** A file in the form of the simulator: what we booked, at what it was to cost; a mistaken one takes twice that for its first line. */
function fileOf(records: readonly OurRecord[], { batchNo, currency, day, isMistaken }: FileFacts): string {
  const shown = (minor: bigint): string => formatDecimal(money(minor, currency));
  const sides = (minor: bigint): [string, string] => (minor < 0n ? [shown(-minor), ""] : ["", shown(minor)]);
  const lines = records.map((record, index) => {
    const gross = BigInt(record.gross);
    const fee = BigInt(record.fee ?? "0") * (isMistaken && index === 0 ? 2n : 1n);
    const isRefund = record.refType === "refund";
    return [
      // Refunds are known by our number of them.
      ...[batchNo, settledAccount, record.upstreamRef, isRefund ? record.refNo : record.orderNo, ""],
      ...[isRefund ? "Refunded" : "Settled", new Date(record.toTime).toISOString(), "UTC", currency],
      ...[...sides(gross), "1", currency, ...sides(gross - fee), shown(fee), "", "", "", day],
    ].join();
  });
  return `${[columns.join(), ...lines].join("\r\n")}\r\n`;
}
