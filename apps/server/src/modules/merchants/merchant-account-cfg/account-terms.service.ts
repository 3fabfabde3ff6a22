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

/** Withdrawal terms of an account. */
export interface WithdrawalTerms {
  readonly min: Money;
  readonly max: Money | null;
  /** Of all withdrawals in a day of the settlement time zone. */
  readonly dailyMax: Money | null;
  readonly step: Money;
  readonly fee: FeeTerms;
  readonly feeMode: "inside" | "on_top";
  /** Withdrawals up to this amount need no approval; zero means that all need it. */
  readonly autoApproveLimit: Money;
}

/** Agreed terms of a merchant for one settlement currency; every amount is in it. */
export interface AccountTerms {
  readonly id: string;
  readonly settlementCurrency: CurrencyCode;
  /** Input for `settlementDate` of the money package. */
  readonly settlement: SettlementTerms;
  readonly settlementDays: number;
  readonly zone: string;
  readonly calendars: readonly BusinessCalendar[];
  /** Their codes, for reading them again. */
  readonly calendarCodes: readonly string[];
  /** Agreed fixed deposit; null where there is none. */
  readonly fixedDepositTarget: Money | null;
  readonly negativeBalanceLimit: Money;
  /** Smaller amounts are carried over to the next settlement. */
  readonly minSettlementAmount: Money;
  /** Whether batches are confirmed and settled automatically. */
  readonly autoSettle: boolean;
  readonly reserveType: "none" | "rolling" | "fixed";
  /** The share of each capture that the rolling reserve holds back, its duration in days, and its maximum. */
  readonly reserveRatio: Rate6;
  readonly reserveDays: number;
  readonly reserveCap: Money | null;
  /** Minimum balance that withdrawals leave. */
  readonly minRetained: Money;
  readonly withdrawal: WithdrawalTerms;
  readonly fxMarkup: Rate6;
  readonly gatewayFeeMode: "absorb" | "passthrough";
  readonly lateSuccessPolicy: "accept" | "auto_refund";
  /** The balance that refunds are debited to. */
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
 * The terms for payments in a currency at an instant: that currency's, else those of the merchant's own currency.
 * `settlementCurrency` says which; undefined where there are none, or where their seal is broken.
 */
export async function termsInForce(
  ctx: Pick<Context, "actor" | "db" | "seals">,
  wanted: { readonly merchantId: string; readonly currency?: string; readonly at: Date },
): Promise<AccountTerms | undefined> {
  const row = await readInForce(ctx, wanted);
  const isSound = row && (await ctx.seals.isGenuine(ctx.db, "accountTerms", row));
  return isSound ? describe(row, await calendarsOf(ctx, row.tenantId, row.calendars)) : undefined;
}
