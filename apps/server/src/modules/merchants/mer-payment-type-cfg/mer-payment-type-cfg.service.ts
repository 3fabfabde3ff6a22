import { refuse } from "@countinghouse/contract/kit/refusal.ts";
import type { InputOf } from "@countinghouse/contract/kit/resource.ts";
import type { merPaymentTypeCfg } from "@countinghouse/contract/merchants/mer-payment-type-cfg/mer-payment-type-cfg.ts";
import { type Money, money } from "@countinghouse/money/money.ts";
import { newId } from "../../../platform/db/new-id.ts";
import type { Context } from "../../../platform/http/context.ts";
import { lockApp } from "../coin-app/index.ts";
import { lockMerchant } from "../merchant/index.ts";
import { changeType, insertType, lockType, type PaymentTypeRow, readType } from "./mer-payment-type-cfg.store.ts";

type Operations = typeof merPaymentTypeCfg.operations;

interface Evidence {
  readonly paymentType: PaymentTypeRow["paymentType"];
  readonly status: PaymentTypeRow["status"];
  readonly pciLevel?: PaymentTypeRow["pciLevel"] | undefined;
}

/** Refuses card numbers on the merchant's own servers without the PCI DSS assessment for them. */
function assertEvidence({ paymentType, status, pciLevel }: Evidence): void {
  if (paymentType === "server_to_server" && status === "enabled" && pciLevel !== "saq_d")
    throw refuse("merPaymentTypeCfg.saqNeeded");
}

async function assertAppOf(ctx: Context, merchantId: string, appId: string): Promise<void> {
  const app = await lockApp(ctx, appId);
  if (app.merchantId !== merchantId) throw refuse("merPaymentTypeCfg.appUnknown");
}

export async function addType(ctx: Context, input: InputOf<Operations["add"]>): Promise<string> {
  assertEvidence(input);
  const { tenantId } = await lockMerchant(ctx, input.merchantId);
  if (input.coinAppId) await assertAppOf(ctx, input.merchantId, input.coinAppId);
  const row = await insertType(ctx, {
    ...input,
    id: newId("mpt", ctx.now),
    tenantId,
  });
  return row.id;
}

export async function updateType(ctx: Context, input: InputOf<Operations["update"]>): Promise<null> {
  const { id, version, limits, ...values } = input;
  const row = await lockType(ctx, id, version);
  assertEvidence({ ...row, pciLevel: values.pciLevel === undefined ? row.pciLevel : values.pciLevel });
  await changeType(ctx, row, { ...values, limits: JSON.stringify(limits) });
  return null;
}

export async function setTypeStatus(ctx: Context, input: InputOf<Operations["setStatus"]>): Promise<null> {
  const row = await lockType(ctx, input.id, input.version);
  assertEvidence({ ...row, status: input.status });
  if (row.status !== input.status) await changeType(ctx, row, { status: input.status });
  return null;
}

/** Terms of an app's payments of one type. */
export interface PaymentTypeTerms {
  readonly id: string;
  /** The app whose own setting this is; null for the merchant's. */
  readonly appId: string | null;
  readonly requireCvc: boolean;
  readonly requireThreeDs: boolean;
  readonly allowManualCapture: boolean;
  readonly allowSavedCard: boolean;
  /** Null: as the app's own setting says. */
  readonly maxAttempts: number | null;
  readonly orderExpireMinutes: number | null;
  /** Limits per payment and per day; a currency without an entry has none. */
  readonly limits: readonly {
    readonly perTransactionMax: Money | null;
    readonly dailyMax: Money | null;
    readonly currency: string;
  }[];
}

const describe = (row: PaymentTypeRow): PaymentTypeTerms => {
  const amount = (minor: string | null, code: string): Money | null =>
    minor === null ? null : money(BigInt(minor), code);
  const limits = row.limits.map(({ currency, perTransactionMax, dailyMax }) => ({
    currency,
    perTransactionMax: amount(perTransactionMax, currency),
    dailyMax: amount(dailyMax, currency),
  }));
  const { id, requireCvc, requireThreeDs, allowManualCapture, maxAttempts, orderExpireMinutes } = row;
  const flags = { requireCvc, requireThreeDs, allowManualCapture, allowSavedCard: row.allowSavedCard };
  return {
    id,
    appId: row.coinAppId ?? null,
    ...flags,
    maxAttempts,
    orderExpireMinutes,
    limits,
  };
};

/**
 * The terms of a payment type: the app's own, else the merchant's. Undefined where the type was never allowed, and
 * where the nearest setting disables it.
 */
export async function paymentTypeOf(
  ctx: Pick<Context, "db">,
  wanted: { readonly merchantId: string; readonly appId: string; readonly type: PaymentTypeRow["paymentType"] },
): Promise<PaymentTypeTerms | undefined> {
  const row = await readType(ctx, wanted);
  return row?.status === "enabled" ? describe(row) : undefined;
}
