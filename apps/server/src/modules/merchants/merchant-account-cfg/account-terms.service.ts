import type { BusinessCalendar } from "@countinghouse/money/business-calendar.ts";
import { type CurrencyCode, currency } from "@countinghouse/money/currency.ts";
import type { FeeTerms } from "@countinghouse/money/fee.ts";
import { type Money, money } from "@countinghouse/money/money.ts";
import type { Rate6 } from "@countinghouse/money/rate.ts";
import type { SettlementTerms } from "@countinghouse/money/settlement-date.ts";
import type { Context } from "../../../platform/http/context.ts";
import { settlementTermsOf, withdrawalTerms } from "./merchant-account-cfg.policy.ts";
import { calendarsOf } from "./merchant-account-cfg.service.ts";
import { type AccountCfgRow, readInForce } from "./merchant-account-cfg.store.ts";

/** What is agreed on taking money out. */
export interface WithdrawalTerms {
  readonly min: Money;
  readonly max: Money | null;
  /** Of all withdrawals of a day of the settlement's time zone. */
  readonly dailyMax: Money | null;
  readonly step: Money;
  readonly fee: FeeTerms;
  readonly feeMode: "inside" | "on_top";
  /** Up to this nobody has to approve; nothing means that somebody always has. */
  readonly autoApproveLimit: Money;
}

/** What a merchant and the operator agreed for one settlement currency, as far as it is obeyed; every amount is in it. */
export interface AccountTerms {
  readonly id: string;
  readonly settlementCurrency: CurrencyCode;
  /** Ready for `settlementDate` of the money package. */
  readonly settlement: SettlementTerms;
  readonly settlementDays: number;
  readonly zone: string;
  readonly calendars: readonly BusinessCalendar[];
  /** Their codes, by which they are read again. */
  readonly calendarCodes: readonly string[];
  /** What is to be held as a fixed deposit; null where none is agreed. */
  readonly fixedDepositTarget: Money | null;
  readonly negativeBalanceLimit: Money;
  /** Less than this is carried to the next settlement. */
  readonly minSettlementAmount: Money;
  /** Whether batches are confirmed and settled without anybody. */
  readonly autoSettle: boolean;
  readonly reserveType: "none" | "rolling" | "fixed";
  /** The share of each capture that a rolling reserve holds back, for how many days, and the most there may be of it. */
  readonly reserveRatio: Rate6;
  readonly reserveDays: number;
  readonly reserveCap: Money | null;
  /** What withdrawals leave in the account. */
  readonly minRetained: Money;
  readonly withdrawal: WithdrawalTerms;
  readonly fxMarkup: Rate6;
  readonly gatewayFeeMode: "absorb" | "passthrough";
  readonly lateSuccessPolicy: "accept" | "auto_refund";
  /** Which balance bears refunds. */
  readonly refundSource: "auto" | "available_only";
}

const describe = (row: AccountCfgRow, calendars: readonly BusinessCalendar[]): AccountTerms => {
  const code = currency(row.settlementCurrency);
  const amount = (minor: string): Money => money(BigInt(minor), code);
  return {
    id: row.id,
    settlementCurrency: code,
    settlement: settlementTermsOf(row, calendars),
    settlementDays: row.settlementDays,
    zone: row.settlementZone,
    calendars,
    calendarCodes: row.calendars,
    fixedDepositTarget: row.fixedDepositTarget === null ? null : amount(row.fixedDepositTarget),
    negativeBalanceLimit: amount(row.negativeBalanceLimit),
    minSettlementAmount: amount(row.minSettlementAmount),
    autoSettle: row.autoSettle,
    reserveType: row.reserveType,
    reserveRatio: row.reserveRatio,
    reserveDays: row.reserveDays,
    reserveCap: row.reserveCap === null ? null : amount(row.reserveCap),
    minRetained: amount(row.minRetained),
    withdrawal: {
      min: amount(row.withdrawMin),
      max: row.withdrawMax === null ? null : amount(row.withdrawMax),
      dailyMax: row.withdrawDailyMax === null ? null : amount(row.withdrawDailyMax),
      step: amount(row.withdrawStep),
      fee: withdrawalTerms(row, code),
      feeMode: row.withdrawFeeMode,
      autoApproveLimit: amount(row.autoApproveLimit),
    },
    fxMarkup: row.fxMarkup,
    gatewayFeeMode: row.gatewayFeeMode,
    lateSuccessPolicy: row.lateSuccessPolicy,
    refundSource: row.refundSource,
  };
};

/**
 * The terms by which payments in a currency are settled at an instant: those of that currency, else those of the
 * merchant's own currency. `settlementCurrency` says which; undefined where nothing is agreed, or somebody altered it.
 */
export async function termsInForce(
  ctx: Pick<Context, "actor" | "db" | "seals">,
  wanted: { readonly merchantId: string; readonly currency?: string; readonly at: Date },
): Promise<AccountTerms | undefined> {
  const row = await readInForce(ctx, wanted);
  const isSound = row && (await ctx.seals.isGenuine(ctx.db, "accountTerms", row));
  return isSound ? describe(row, await calendarsOf(ctx, row.tenantId, row.calendars)) : undefined;
}
