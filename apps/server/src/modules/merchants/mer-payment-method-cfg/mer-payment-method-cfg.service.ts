import { refuse } from "@countinghouse/contract/kit/refusal.ts";
import { type InputOf, permissionOf, type ResultOf } from "@countinghouse/contract/kit/resource.ts";
import { merPaymentMethodCfg } from "@countinghouse/contract/merchants/mer-payment-method-cfg/mer-payment-method-cfg.ts";
import { subtract } from "@countinghouse/money/money.ts";
import { fromWire, toWire } from "@countinghouse/money/wire.ts";
import { newId } from "../../../platform/db/new-id.ts";
import { approveVersion, lockPending, rejectVersion } from "../../../platform/db/versions.ts";
import type { Context } from "../../../platform/http/context.ts";
import { assertOtherPerson } from "../../system/change-request/index.ts";
import { findMerchant, lockMerchant } from "../merchant/index.ts";
import { chargeByVolume, findFeeRule } from "./capture-fee.service.ts";
import { feeRuleContradiction } from "./mer-payment-method-cfg.policy.ts";
import {
  type FeeRuleRow,
  hasPendingLike,
  insertRule,
  lockSameScope,
  rules,
  rulesInForce,
} from "./mer-payment-method-cfg.store.ts";

type Operations = typeof merPaymentMethodCfg.operations;
type Draft = InputOf<Operations["add"]>;
type Decision = InputOf<Operations["approve"]>;

const table = "feeRules";

/** Permissions to request a rule. */
const asking = (["add", "copyPlan"] as const).map((name) => permissionOf(merPaymentMethodCfg.name, name));

/** Requests a rule: it waits for approval by somebody else. */
export async function addRule(ctx: Context, draft: Draft): Promise<string> {
  const wrong = feeRuleContradiction(draft);
  if (wrong) {
    throw refuse(`merPaymentMethodCfg.${wrong.code}`, {}, { field: wrong.field });
  }
  const tenantId = draft.merchantId ? (await lockMerchant(ctx, draft.merchantId)).tenantId : ctx.actor.tenantId;
  const { validFrom, tiers, ...rule } = draft;
  const row = await insertRule(ctx, {
    ...rule,
    id: newId("fee", ctx.now),
    tenantId,
    tiers: JSON.stringify(tiers),
    validFrom: validFrom ?? ctx.now.toISOString(),
  });
  return row.id;
}

async function lockDecidable(ctx: Context, decision: Decision): Promise<FeeRuleRow> {
  const pending = await lockPending(ctx, table, merPaymentMethodCfg, decision);
  if (pending.merchantId !== null) await lockMerchant(ctx, pending.merchantId);
  return pending;
}

export async function approveRule(ctx: Context, decision: Decision): Promise<null> {
  const pending = await lockDecidable(ctx, decision);
  const asked = { by: pending.createUserId, permissions: asking };
  await assertOtherPerson(ctx, asked, refuse("merPaymentMethodCfg.ownChange"));
  const siblings = await lockSameScope(ctx, pending);
  await approveVersion(ctx, table, merPaymentMethodCfg, { pending, siblings });
  return null;
}

export async function rejectRule(ctx: Context, decision: Decision & { readonly reason: string }): Promise<null> {
  await rejectVersion(ctx, table, await lockDecidable(ctx, decision), decision.reason);
  return null;
}

/** The fields copied to another merchant's rule. */
const copied = ({ id: _id, version: _version, seal: _seal, tiers, ...rule }: FeeRuleRow) => ({
  ...rule,
  tiers: JSON.stringify(tiers),
  validTo: null,
  decision: "pending" as const,
  decisionReason: null,
  decideTime: null,
  approveUserId: null,
  approveUserName: null,
  updateTime: null,
  updateUserId: null,
  updateUserName: null,
});

const stampNames = ["createTime", "createUserId", "createUserName"] as const;

export async function copyPlan(
  ctx: Context,
  { fromMerchantId, toMerchantId, validFrom }: InputOf<Operations["copyPlan"]>,
): Promise<ResultOf<Operations["copyPlan"]>> {
  if (fromMerchantId === toMerchantId) throw refuse("merPaymentMethodCfg.samePlan");
  await findMerchant(ctx, fromMerchantId);
  const { tenantId } = await lockMerchant(ctx, toMerchantId);
  const rules = await rulesInForce(ctx, fromMerchantId);
  if (rules.length === 0) throw refuse("merPaymentMethodCfg.nothingToCopy");
  let added = 0;
  for (const rule of rules) {
    // Copying a rule with a broken seal would seal the copy as genuine.
    if (!(await ctx.seals.isGenuine(ctx.db, table, rule))) throw refuse("merPaymentMethodCfg.sourceAltered");
    if (await hasPendingLike(ctx, rule, toMerchantId)) continue;
    const own = Object.fromEntries(
      Object.entries(copied(rule)).filter(([name]) => !(stampNames as readonly string[]).includes(name)),
    );
    await insertRule(ctx, {
      ...own,
      id: newId("fee", ctx.now),
      merchantId: toMerchantId,
      tenantId,
      validFrom: validFrom ?? ctx.now.toISOString(),
    });
    added += 1;
  }
  return { added, skipped: rules.length - added };
}

/** The rule that prices an order of a merchant, and the resulting fee. */
export async function priceOrder(
  ctx: Context,
  { at, amount, methodCategory = null, gatewayAccountId = null, ...order }: InputOf<Operations["effective"]>,
): Promise<ResultOf<Operations["effective"]>> {
  const { timezone } = await findMerchant(ctx, order.merchantId);
  const when = at ? new Date(at) : ctx.now;
  const rule = await findFeeRule(ctx, { ...order, methodCategory, gatewayAccountId, at: when });
  const gross = fromWire(amount, order.currency);
  const charge = await chargeByVolume(ctx, { rule, amount: gross, merchantId: order.merchantId, at: when, timezone });
  return {
    rule: await describeRule(ctx, rule),
    percentPart: toWire(charge.percentPart),
    fee: toWire(charge.fee),
    net: toWire(subtract(gross, charge.fee)),
  };
}

/** A merchant's users see the price, but not the tenant's price list that it comes from. */
async function describeRule(ctx: Context, rule: FeeRuleRow): Promise<ResultOf<Operations["detail"]>> {
  if (rule.merchantId !== null || ctx.actor.scope.merchantIds === "all") return rules.detail(ctx, { id: rule.id });
  return {
    ...(rule as Omit<ResultOf<Operations["detail"]>, "merchantName" | "status" | "isOwn">),
    isOwn: false,
    merchantName: null,
    status: "active",
    createUserName: null,
    updateUserName: null,
    approveUserName: null,
  };
}
