import type { MerchantRouting, routing } from "@countinghouse/contract/gateways/routing/routing.ts";
import { refuse } from "@countinghouse/contract/kit/refusal.ts";
import type { InputOf, ResultOf } from "@countinghouse/contract/kit/resource.ts";
import { fromWire } from "@countinghouse/money/wire.ts";
import type { Context } from "../../../platform/http/context.ts";
import { findMerchant, lockMerchant } from "../../merchants/merchant/index.ts";
import { chooseRoute } from "./routing.service.ts";
import { boundAccounts, readTerms, saveTerms } from "./routing.terms.store.ts";

type Operations = typeof routing.operations;

export async function findTerms(ctx: Context, input: InputOf<Operations["detail"]>): Promise<MerchantRouting> {
  const { id } = await findMerchant(ctx, input.merchantId);
  return readTerms(ctx, id, input.mode);
}

/** Changes a merchant's routing terms; every named account must be bound to it. */
export async function changeTerms(ctx: Context, input: InputOf<Operations["update"]>): Promise<null> {
  const { merchantId, mode, version, ...terms } = input;
  const { tenantId } = await lockMerchant(ctx, merchantId);
  const named = [
    ...terms.rules.flatMap(({ shares }) => shares.map(({ accountId }) => accountId)),
    ...terms.fallbackAccountIds,
  ];
  if (terms.strategy === "rule" && named.length === 0) throw refuse("routing.rulesMissing");
  const bound = await boundAccounts(ctx, { merchantId, mode, among: named });
  const stranger = named.find((id) => !bound.has(id));
  if (stranger) throw refuse("routing.accountNotBound", { account: stranger });
  await saveTerms(ctx, { merchantId, tenantId, mode, terms, version });
  return null;
}

/** Routes a hypothetical payment exactly like a real one. */
export async function tryRoute(
  ctx: Context,
  input: InputOf<Operations["tryRoute"]>,
): Promise<ResultOf<Operations["tryRoute"]>> {
  const { id: merchantId } = await findMerchant(ctx, input.merchantId);
  const decision = await chooseRoute(ctx, {
    merchantId,
    mode: input.mode,
    appId: null,
    orderNo: input.orderNo ?? "TRY",
    amount: fromWire(input.amount, input.currency),
    method: input.method,
    type: input.type,
    country: input.country ?? null,
    binCountry: input.binCountry ?? null,
    hasCard: input.method.startsWith("card_"),
    captureMethod: input.isManualCapture ? "manual" : "automatic",
    needsThreeDs: input.needsThreeDs,
    triedAccountIds: [],
    at: ctx.now,
  });
  return {
    ...decision,
    candidates: [...decision.candidates],
    excluded: decision.excluded.map((one) => ({ ...one, reasons: [...one.reasons] })),
  };
}
