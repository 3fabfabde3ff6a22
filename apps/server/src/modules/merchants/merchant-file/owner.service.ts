import { refuse } from "@countinghouse/contract/kit/refusal.ts";
import type { InputOf } from "@countinghouse/contract/kit/resource.ts";
import type { merchantOwner } from "@countinghouse/contract/merchants/merchant-file/merchant-owner.ts";
import { formatPercent } from "@countinghouse/money/rate.ts";
import { newId } from "../../../platform/db/new-id.ts";
import type { Context } from "../../../platform/http/context.ts";
import { lockMerchant } from "../merchant/index.ts";
import { changeOwner, insertOwner, lockOwner, removeOwner, shareOfOthers } from "./owner.store.ts";

type Operations = typeof merchantOwner.operations;

/** 100 % of a merchant, in millionths. */
const whole = 1_000_000;

/** Locks the merchant, so that two owners added concurrently cannot exceed 100 %. */
async function assertShare(ctx: Context, merchantId: string, id: string, share: number): Promise<number> {
  const { tenantId } = await lockMerchant(ctx, merchantId);
  const left = whole - (await shareOfOthers(ctx, merchantId, id));
  if (share > left) throw refuse("merchantOwner.sharesExceeded", { left: formatPercent(left) });
  return tenantId;
}

export async function addOwner(ctx: Context, input: InputOf<Operations["add"]>): Promise<string> {
  const id = newId("own", ctx.now);
  const tenantId = await assertShare(ctx, input.merchantId, id, input.share);
  await insertOwner(ctx, { ...input, id, tenantId });
  return id;
}

export async function updateOwner(ctx: Context, input: InputOf<Operations["update"]>): Promise<null> {
  const { id, version, ...values } = input;
  const row = await lockOwner(ctx, id, version);
  await assertShare(ctx, row.merchantId, id, values.share ?? row.share);
  await changeOwner(ctx, row, values);
  return null;
}

export async function deleteOwner(ctx: Context, { id, version }: InputOf<Operations["delete"]>): Promise<null> {
  await removeOwner(ctx, await lockOwner(ctx, id, version));
  return null;
}
