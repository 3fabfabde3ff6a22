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

/** What a merchant and the operator agreed for one settlement currency; every amount is in it. */
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
  readonly minSettlementAmount: Money;
  readonly autoSettle: boolean;
  readonly reserve: {
    readonly type: "none" | "rolling" | "fixed";
    readonly ratio: Rate6;
    readonly days: number;
    readonly cap: Money | null;
    readonly depositTarget: Money | null;
  };
  readonly negativeBalanceLimit: Money;
  readonly withdrawal: {
    readonly min: Money;
    readonly max: Money | null;
    readonly dailyMax: Money | null;
    readonly step: Money;
    readonly fee: FeeTerms;
    readonly feeMode: "inside" | "onTop";
    /** Up to this amount nobody has to approve; nothing means each has to be. */
    readonly autoApproveLimit: Money;
    readonly minRetained: Money;
  };
  readonly fxMarkup: Rate6;
  readonly gatewayFeeMode: "absorb" | "passthrough";
  readonly refundSource: "auto" | "available_only";
  readonly lateSuccessPolicy: "accept" | "auto_refund";
}

const describe = (row: AccountCfgRow, calendars: readonly BusinessCalendar[]): AccountTerms => {
  const code = currency(row.settlementCurrency);
  const amount = (minor: string): Money => money(BigInt(minor), code);
  const optional = (minor: string | null): Money | null => (minor === null ? null : amount(minor));
  return {
    id: row.id,
    settlementCurrency: code,
    settlement: settlementTermsOf(row, calendars),
    settlementDays: row.settlementDays,
    zone: row.settlementZone,
    calendars,
    calendarCodes: row.calendars,
    minSettlementAmount: amount(row.minSettlementAmount),
    autoSettle: row.autoSettle,
    reserve: {
      type: row.reserveType,
      ratio: row.reserveRatio,
      days: row.reserveDays,
      cap: optional(row.reserveCap),
      depositTarget: optional(row.fixedDepositTarget),
    },
    negativeBalanceLimit: amount(row.negativeBalanceLimit),
    withdrawal: {
      min: amount(row.withdrawMin),
      max: optional(row.withdrawMax),
      dailyMax: optional(row.withdrawDailyMax),
      step: amount(row.withdrawStep),
      fee: withdrawalTerms(row, code),
      feeMode: row.withdrawFeeMode === "on_top" ? "onTop" : "inside",
      autoApproveLimit: amount(row.autoApproveLimit),
      minRetained: amount(row.minRetained),
    },
    fxMarkup: row.fxMarkup,
    gatewayFeeMode: row.gatewayFeeMode,
    refundSource: row.refundSource,
    lateSuccessPolicy: row.lateSuccessPolicy,
  };
};

/**
 * The terms by which payments in a currency are settled at an instant: those of that currency, else those of the
 * merchant's own currency. `settlementCurrency` says which; undefined where nothing is agreed.
 */
export async function termsInForce(
  ctx: Pick<Context, "actor" | "db">,
  wanted: { readonly merchantId: string; readonly currency?: string; readonly at: Date },
): Promise<AccountTerms | undefined> {
  const row = await readInForce(ctx, wanted);
  return row ? describe(row, await calendarsOf(ctx, row.tenantId, row.calendars)) : undefined;
}
