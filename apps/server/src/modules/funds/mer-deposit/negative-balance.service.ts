import { merDeposit, negativeDays } from "@countinghouse/contract/funds/mer-deposit/mer-deposit.ts";
import type { OpenNegativeBalanceView } from "@countinghouse/contract/integration/open-api/open-deposit.ts";
import { refuse } from "@countinghouse/contract/kit/refusal.ts";
import type { InputOf } from "@countinghouse/contract/kit/resource.ts";
import { balanceWrittenOff } from "@countinghouse/ledger/dispute.postings.ts";
import { money } from "@countinghouse/money/money.ts";
import { assertFresh } from "../../../platform/db/table-operations.ts";
import type { Context } from "../../../platform/http/context.ts";
import { recordMerchantEvent } from "../../integration/webhook/index.ts";
import { lockedBalances } from "../ledger/index.ts";
import { bookMove } from "./mer-deposit.service.ts";
import type { DepositBook } from "./mer-deposit.store.ts";
import {
  endNegative,
  findNegative,
  insertNegative,
  type NegativeRow,
  negativeSince,
} from "./negative-balance.store.ts";

const dayMs = 86_400_000;

async function availableIn(ctx: Context, place: DepositBook): Promise<bigint> {
  const balances = await lockedBalances(ctx, place);
  const found = balances.find(({ currency, bucket }) => currency === place.currency && bucket === "available");
  return found?.amount.amountMinor ?? 0n;
}

/** Records that a balance became negative, and notifies its merchant, once per period. */
export async function noteNegative(ctx: Context, place: DepositBook): Promise<void> {
  const available = await availableIn(ctx, place);
  if (available >= 0n) return;
  const row = await insertNegative(ctx, place, await negativeSince(ctx, place));
  if (!row) return;
  const { merchantId, tenantId, mode, id, since } = row;
  const currency = row.currency;
  const object: OpenNegativeBalanceView = { currency, mode, availableAmount: Number(available), since };
  await recordMerchantEvent(ctx, {
    merchantId,
    tenantId,
    appId: null,
    mode,
    type: "balance.negative",
    objectType: "balance",
    objectId: id,
    objectNo: currency,
    objectSeq: 1,
    object,
  });
}

/** Ends a period whose balance has recovered. */
export async function noteRecovered(ctx: Context, { id }: Pick<NegativeRow, "id">): Promise<void> {
  const { merchantId, mode, currency } = await findNegative(ctx, id);
  if ((await availableIn(ctx, { merchantId, book: mode, currency })) < 0n) return;
  const row = await findNegative(ctx, id, true);
  if (row.endedTime === null) await endNegative(ctx, row, null);
}

/** Writes off a merchant's whole debt after half a year. */
export async function writeOff(
  ctx: Context,
  { negativeId: id, version, reason }: InputOf<(typeof merDeposit.operations)["writeOff"]>,
): Promise<null> {
  ctx.recordReason(reason);
  const { merchantId, mode: book, currency } = await findNegative(ctx, id);
  const available = await availableIn(ctx, { merchantId, book, currency });
  const row = await findNegative(ctx, id, true);
  assertFresh(merDeposit, version, row.version);
  if (row.endedTime !== null || available >= 0n) throw refuse("merDeposit.notNegative");
  // By the books, not by the record, which states the time of its creation.
  const since = await negativeSince(ctx, { merchantId, book, currency });
  const from = new Date(Date.parse(since) + negativeDays.writeOff * dayMs);
  if (ctx.now < from) throw refuse("merDeposit.tooEarly", { date: from.toISOString().slice(0, 10) });
  const entry = balanceWrittenOff({ merchantId, amount: money(-available, currency) });
  await bookMove(ctx, { merchantId, book }, { entry, eventId: id, description: "loss" });
  await endNegative(ctx, row, String(-available));
  return null;
}
