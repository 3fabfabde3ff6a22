import { refuse } from "@countinghouse/contract/kit/refusal.ts";
import type { InputOf, ResultOf } from "@countinghouse/contract/kit/resource.ts";
import type { merPayChannelCfg } from "@countinghouse/contract/merchants/mer-pay-channel-cfg/mer-pay-channel-cfg.ts";
import { nameIn } from "@countinghouse/contract/names.ts";
import { fromWire } from "@countinghouse/money/wire.ts";
import { isOfMerchant } from "../../../platform/access/actor.ts";
import { asJson } from "../../../platform/db/json-columns.ts";
import { newId } from "../../../platform/db/new-id.ts";
import { refusingDuplicate } from "../../../platform/db/refusing-duplicate.ts";
import type { Context } from "../../../platform/http/context.ts";
import { judgeCheckout } from "../../gateways/routing/index.ts";
import { findApp } from "../coin-app/index.ts";
import { findMerchant, lockMerchant } from "../merchant/index.ts";
import {
  addMissing,
  changeLine,
  everyChannel,
  hasChannel,
  insertLine,
  linesOf,
  lockLine,
  removeLine,
} from "./mer-pay-channel-cfg.store.ts";

type Operations = typeof merPayChannelCfg.operations;

/** Refuses an app of another merchant; answers the id, or null for every app. */
async function appOf(ctx: Context, merchantId: string, appId: string | null | undefined): Promise<string | null> {
  if (!appId) return null;
  const app = await findApp(ctx, appId);
  if (app.merchantId !== merchantId) throw refuse("merPayChannelCfg.appUnknown");
  return app.id;
}

export async function addLine(ctx: Context, input: InputOf<Operations["add"]>): Promise<string> {
  const { merchantId, channelId } = input;
  const merchant = await lockMerchant(ctx, merchantId);
  const coinAppId = await appOf(ctx, merchantId, input.coinAppId);
  if (!(await hasChannel(ctx, merchant.tenantId, channelId))) throw refuse("merPayChannelCfg.channelUnknown");
  const duplicate = () => refuse("merPayChannelCfg.duplicate", { merchant: merchant.name });
  const row = { ...input, id: newId("mpc", ctx.now), tenantId: merchant.tenantId, coinAppId };
  return refusingDuplicate("mer_pay_channels_unique", duplicate, () => insertLine(ctx, row));
}

export async function updateLine(ctx: Context, input: InputOf<Operations["update"]>): Promise<null> {
  const { id, version, ...fields } = input;
  await changeLine(ctx, await lockLine(ctx, id, version), asJson("merPayChannelCfgs", fields));
  return null;
}

/** Shows, hides and sorts a channel: the only change open to merchants. */
export async function arrangeLine(ctx: Context, input: InputOf<Operations["arrange"]>): Promise<null> {
  const { id, version, isOffered, sort } = input;
  await changeLine(ctx, await lockLine(ctx, id, version), { isOffered, sort });
  return null;
}

export async function setLineStatus(ctx: Context, input: InputOf<Operations["setStatus"]>): Promise<null> {
  await changeLine(ctx, await lockLine(ctx, input.id, input.version), { status: input.status });
  return null;
}

export async function deleteLine(ctx: Context, input: InputOf<Operations["delete"]>): Promise<null> {
  await removeLine(ctx, await lockLine(ctx, input.id, input.version));
  return null;
}

export async function applyTemplate(
  ctx: Context,
  input: InputOf<Operations["applyTemplate"]>,
): Promise<{ added: number }> {
  const { merchantId, fromMerchantId } = input;
  if (fromMerchantId === merchantId) throw refuse("merPayChannelCfg.ownTemplate");
  const { tenantId } = await lockMerchant(ctx, merchantId);
  const coinAppId = await appOf(ctx, merchantId, input.coinAppId);
  if (fromMerchantId) await findMerchant(ctx, fromMerchantId);
  const template = fromMerchantId ? await linesOf(ctx, fromMerchantId) : await everyChannel(ctx, tenantId);
  return { added: await addMissing(ctx, { merchantId, tenantId, coinAppId }, template) };
}

/**
 * What a payer would be offered. A merchant's own users see what is shown and why not, but not the gateway accounts.
 */
export async function previewCheckout(
  ctx: Context,
  input: InputOf<Operations["preview"]>,
): Promise<ResultOf<Operations["preview"]>> {
  const { id: merchantId } = await findMerchant(ctx, input.merchantId);
  const appId = await appOf(ctx, merchantId, input.coinAppId);
  const lines = await judgeCheckout(ctx, {
    merchantId,
    appId,
    mode: input.mode,
    amount: fromWire(input.amount, input.currency),
    country: input.country ?? null,
    device: input.device ?? null,
    at: ctx.now,
  });
  const { locale } = ctx.request;
  const isOwn = isOfMerchant(ctx.actor);
  return lines.map(({ line, reason, flow, accounts, excluded }) => ({
    channelId: line.channelId,
    channelName: line.channelName,
    methodCode: line.method,
    category: line.category as ResultOf<Operations["preview"]>[number]["category"],
    flow: flow as ResultOf<Operations["preview"]>[number]["flow"],
    label: line.label[locale],
    isShown: reason === null,
    reason,
    message: reason === "maintenance" ? nameIn(locale, line.message, "") || null : null,
    accounts: isOwn ? [] : accounts.map(({ name }) => name),
    excluded: isOwn ? [] : excluded.map(({ name, reasons }) => ({ name, reasons: [...reasons] })),
  }));
}
