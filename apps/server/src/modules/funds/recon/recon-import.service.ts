import { createHash } from "node:crypto";
import { type ReconPreview, type recon, reconLinesMax } from "@countinghouse/contract/funds/recon/recon.ts";
import { refuse } from "@countinghouse/contract/kit/refusal.ts";
import type { InputOf, ResultOf } from "@countinghouse/contract/kit/resource.ts";
import { currency } from "@countinghouse/money/currency.ts";
import { businessNumber } from "../../../platform/db/business-number.ts";
import { newId } from "../../../platform/db/new-id.ts";
import { tableWithoutCardNumbers } from "../../../platform/files/table-masking.ts";
import type { Context } from "../../../platform/http/context.ts";
import {
  findConnector,
  type SettlementFileLine,
  type SettlementFileRead,
  UnreadableSettlementFile,
} from "../../gateways/connector/index.ts";
import {
  findAccount,
  holdAccount,
  houseOf,
  insertBatch,
  knownFile,
  missingBefore,
  type ReconAccount,
  type ReconBatchRow,
  refOfBatch,
  updateBatch,
} from "./recon.store.ts";
import { insertItems, type NewReconItem } from "./recon-item.store.ts";

type Operations = typeof recon.operations;

/** Queue in which files are matched. */
export const reconMatchQueue = "recon.match";

/** An uploaded or fetched file. */
export interface ArrivedFile {
  readonly fileName: string;
  readonly bytes: Uint8Array;
  readonly source: ReconBatchRow["source"];
}

/** A parsed file with the totals of its lines in its own currency, in minor units. */
export interface SettlementFileTotals extends SettlementFileRead {
  readonly currency: ReconBatchRow["currency"];
  readonly fileDate: string;
  readonly fileHash: string;
  readonly gross: bigint;
  readonly fee: bigint;
  readonly net: bigint;
  readonly payout: bigint | null;
}

export const feeOf = ({ interchange, schemeFee, markup }: SettlementFileLine): bigint =>
  interchange + schemeFee + markup;
export const netOf = (line: SettlementFileLine): bigint => line.gross - feeOf(line);
const sum = (lines: readonly SettlementFileLine[], of: (line: SettlementFileLine) => bigint): bigint =>
  lines.reduce((total, line) => total + of(line), 0n);

/** The latest of some days, which sort as texts. */
export const lastDay = (days: readonly string[]): string => [...new Set(days)].toSorted().at(-1) ?? "";

/** Parses a file with its account's connector. Refuses a file that is incomplete or of another account. */
export async function readFile(
  { connector, upstreamMid }: ReconAccount,
  bytes: Uint8Array,
): Promise<SettlementFileTotals> {
  const reader = findConnector(connector)?.settlementFiles;
  if (!reader) throw refuse("recon.noFileReader");
  // Card numbers are masked before anything is stored.
  const given = Buffer.from(bytes);
  const read = await reader.read(await tableWithoutCardNumbers(given, given)).catch((error: unknown) => {
    if (!(error instanceof UnreadableSettlementFile)) throw error;
    const { line, column, value } = error;
    throw refuse("recon.unreadable", { line, column, value });
  });
  if (read.lines.length === 0) throw refuse("recon.emptyFile");
  if (read.lines.length > reconLinesMax) throw refuse("recon.tooManyLines", { limit: reconLinesMax });
  if (read.upstreamMid !== upstreamMid) throw refuse("recon.otherAccount", { account: read.upstreamMid });
  const payouts = read.lines.filter(({ type }) => type === "payout");
  const details = read.lines.filter(({ type }) => type !== "payout");
  // The payout line gives the settlement currency; without one, all lines have to agree.
  const [code = "", ...others] = new Set(
    (payouts.length > 0 ? payouts : details).map(({ netCurrency }) => netCurrency),
  );
  if (others.length > 0) throw refuse("recon.severalCurrencies", { currencies: [code, ...others].join(", ") });
  const own = details.filter(({ netCurrency }) => netCurrency === code);
  const gross = sum(own, (line) => line.gross);
  const fee = sum(own, feeOf);
  return {
    ...read,
    currency: currency(code),
    fileDate: lastDay(read.lines.map(({ bookingDate }) => bookingDate)),
    fileHash: createHash("sha256").update(bytes).digest("hex"),
    gross,
    fee,
    net: gross - fee,
    payout: payouts.length > 0 ? -sum(payouts, netOf) : null,
  };
}

const itemOf = (ctx: Context, batch: ReconBatchRow, approvalLimit: string, line: SettlementFileLine): NewReconItem => ({
  merchantId: batch.merchantId,
  id: newId("rci", ctx.now),
  tenantId: batch.tenantId,
  batchId: batch.id,
  mode: batch.mode,
  gatewayAccountId: batch.gatewayAccountId,
  lineNo: line.lineNo,
  type: line.type,
  upstreamRef: line.upstreamRef,
  merchantRef: line.merchantRef,
  modificationRef: line.modificationRef,
  paymentMethod: line.paymentMethod,
  itemTime: line.time,
  bookingDate: line.bookingDate,
  currency: batch.currency,
  lineCurrency: line.grossCurrency,
  foreignCurrency: line.netCurrency === batch.currency ? null : currency(line.netCurrency),
  grossAmount: String(line.gross),
  interchangeAmount: String(line.interchange),
  schemeFeeAmount: String(line.schemeFee),
  markupAmount: String(line.markup),
  feeAmount: String(feeOf(line)),
  netAmount: String(netOf(line)),
  status: "new",
  approvalLimit,
  since: ctx.now.toISOString(),
  createTime: ctx.now.toISOString(),
});

/** Limit and tolerances apply in the account's settlement currency only. */
export const inSettlementCurrency = ({ settlementCurrency }: ReconAccount, code: string, amount: string): string =>
  code === settlementCurrency ? amount : "0";

/**
 * Imports a file with all its lines, and starts its matching. The same content again is counted as a repeat of the
 * existing file. Other content under the same number is refused.
 */
export async function importFile(ctx: Context, account: ReconAccount, file: ArrivedFile): Promise<ReconBatchRow> {
  const merchantId = await houseOf(ctx, account.tenantId);
  const read = await readFile(account, file.bytes);
  const { batchNo, fileHash } = read;
  await holdAccount(ctx, account.id);
  const known = await knownFile(ctx, { merchantId, gatewayAccountId: account.id, batchNo, fileHash });
  if (known?.fileHash === fileHash) return updateBatch(ctx, known, { copies: known.copies + 1 });
  if (known) throw refuse("recon.numberTaken", { batchNo, reconNo: known.reconNo });
  const batch = await insertBatch(ctx, {
    merchantId,
    id: newId("rcb", ctx.now),
    tenantId: account.tenantId,
    reconNo: businessNumber("RC", ctx.now),
    mode: account.mode,
    gatewayAccountId: account.id,
    batchNo,
    currency: read.currency,
    fileName: file.fileName,
    fileHash,
    fileDate: read.fileDate,
    source: file.source,
    lineCount: read.lines.length,
    grossAmount: String(read.gross),
    feeAmount: String(read.fee),
    netAmount: String(read.net),
    payoutAmount: read.payout === null ? null : String(read.payout),
    status: "imported",
  });
  const limit = inSettlementCurrency(account, read.currency, account.approvalLimit);
  await insertItems(
    ctx,
    (function* () {
      for (const line of read.lines) yield itemOf(ctx, batch, limit, line);
    })(),
  );
  await ctx.enqueue({ queue: reconMatchQueue, data: { ...refOfBatch(batch), isAgain: false } });
  return batch;
}

export async function importUpload(
  ctx: Context,
  { gatewayAccountId, fileName, data }: InputOf<Operations["import"]>,
): Promise<ResultOf<Operations["import"]>> {
  const account = await findAccount(ctx, gatewayAccountId);
  const { id } = await importFile(ctx, account, { fileName, bytes: Buffer.from(data, "base64"), source: "upload" });
  return id;
}

/** Preview of a file. */
export async function previewUpload(
  ctx: Context,
  { gatewayAccountId, data }: InputOf<Operations["preview"]>,
): Promise<ReconPreview> {
  const account = await findAccount(ctx, gatewayAccountId);
  const merchantId = await houseOf(ctx, account.tenantId);
  const read = await readFile(account, Buffer.from(data, "base64"));
  const { batchNo, fileHash, lines } = read;
  const place = { merchantId, gatewayAccountId, batchNo };
  const known = await knownFile(ctx, { ...place, fileHash });
  return {
    batchNo,
    fileDate: read.fileDate,
    currency: read.currency,
    lineCount: lines.length,
    grossAmount: String(read.gross),
    feeAmount: String(read.fee),
    netAmount: String(read.net),
    payoutAmount: read.payout === null ? null : String(read.payout),
    addsUp: read.payout === null ? null : read.payout === read.net,
    missingBatchNo: await missingBefore(ctx, place),
    knownId: known?.fileHash === fileHash ? known.id : null,
    types: [...Map.groupBy(lines, ({ type, netCurrency }) => `${type} ${netCurrency}`).values()].flatMap((same) =>
      same.slice(0, 1).map(({ type, netCurrency }) => ({
        type,
        count: same.length,
        currency: currency(netCurrency),
        netAmount: String(sum(same, netOf)),
      })),
    ),
  };
}
