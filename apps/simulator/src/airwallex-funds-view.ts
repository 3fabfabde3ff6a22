import type { CurrencyCode } from "@countinghouse/money/currency.ts";
import { formatDecimal } from "@countinghouse/money/decimal-amount.ts";
import { money } from "@countinghouse/money/money.ts";
import { instant } from "./airwallex-view.ts";
import type { Payout, SettlementFile } from "./book.ts";
import { day } from "./clock.ts";

/** An amount of minor units in digits of major ones. */
export const decimal = (amount: bigint, currency: CurrencyCode): string => formatDecimal(money(amount, currency));

const transferStatus: Readonly<Record<Payout["status"], string>> = {
  processing: "PROCESSING",
  paid: "PAID",
  failed: "FAILED",
  returned: "FAILED",
};

/** A payout as a transfer of API version 2024-09-27. Amounts are texts. */
export const airwallexTransfer = (payout: Payout) => ({
  id: payout.id,
  request_id: payout.reference,
  status: transferStatus[payout.status],
  source_currency: payout.currency,
  transfer_amount: decimal(payout.amount, payout.currency),
  transfer_currency: payout.currency,
  ...(payout.failureCode && { failure_type: payout.failureCode }),
  created_at: instant(payout.createdAt),
  updated_at: instant(payout.updatedAt),
});

/** The id of a settlement file's batch in this API. */
export const settlementId = ({ accountId, batchNo }: SettlementFile): string => `stl_${accountId}_${batchNo}`;

/** When the money of a settlement arrives: a day after its file was written. */
export const settledAt = ({ createdAt }: SettlementFile): number => createdAt + day;

export const settlementStatus = (file: SettlementFile, now: number): "PENDING" | "SETTLED" =>
  settledAt(file) <= now ? "SETTLED" : "PENDING";

/** A settlement file's batch: the net amount that is paid to the merchant, and the fees deducted before. */
export function airwallexSettlement(file: SettlementFile, now: number) {
  const { currency, netAmount = 0n, feeAmount = 0n, createdAt } = file;
  const status = settlementStatus(file, now);
  return {
    id: settlementId(file),
    status,
    currency,
    amount: Number(decimal(netAmount, currency)),
    fee: Number(decimal(feeAmount, currency)),
    created_at: instant(createdAt),
    estimated_settled_at: instant(settledAt(file)),
    ...(status === "SETTLED" && { settled_at: instant(settledAt(file)) }),
  };
}
