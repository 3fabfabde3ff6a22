import { channel } from "@countinghouse/contract/gateways/channel/channel.ts";
import { refuse } from "@countinghouse/contract/kit/refusal.ts";
import type { InputOf } from "@countinghouse/contract/kit/resource.ts";
import { newId } from "../../../platform/db/new-id.ts";
import { lockRow, removeRow, updateRow } from "../../../platform/db/table-operations.ts";
import type { Context } from "../../../platform/http/context.ts";
import { countMerchants, hasGateway, insertChannel, methodTenant } from "./channel.store.ts";

type Operations = typeof channel.operations;

async function assertGateway(ctx: Context, tenantId: number, gatewayId: string | null | undefined): Promise<void> {
  if (gatewayId && !(await hasGateway(ctx, tenantId, gatewayId))) throw refuse("channel.gatewayUnknown");
}

export async function addChannel(ctx: Context, input: InputOf<Operations["add"]>): Promise<string> {
  const tenantId = await methodTenant(ctx, input.paymentMethodId);
  if (tenantId === undefined) throw refuse("channel.methodUnknown");
  await assertGateway(ctx, tenantId, input.gatewayId);
  // A channel belongs to its method's tenant, whoever creates it.
  const row = { ...input, id: newId("chn", ctx.now), tenantId };
  return insertChannel(ctx, row);
}

export async function changeChannel(ctx: Context, input: InputOf<Operations["update"]>): Promise<null> {
  const { tenantId } = await lockRow(ctx, "channels", channel, input.id);
  await assertGateway(ctx, tenantId, input.gatewayId);
  await updateRow(ctx, "channels", channel, input);
  return null;
}

export async function setChannelStatus(ctx: Context, input: InputOf<Operations["setStatus"]>): Promise<null> {
  await updateRow(ctx, "channels", channel, input);
  return null;
}

/** Sets or removes the maintenance window in which the channel takes no payments. */
export async function setMaintenance(ctx: Context, input: InputOf<Operations["maintenance"]>): Promise<null> {
  const { id, version, message } = input;
  const [start, end] = [input.from ?? null, input.to ?? null];
  if ((start === null) !== (end === null) || (start && end && Date.parse(start) >= Date.parse(end)))
    throw refuse("channel.windowReversed");
  if (end && Date.parse(end) <= ctx.now.getTime()) throw refuse("channel.windowPast");
  const changed = {
    id,
    version,
    maintenanceFrom: start,
    maintenanceTo: end,
    maintenanceMessage: end && message ? message : null,
  };
  await updateRow(ctx, "channels", channel, changed);
  return null;
}

export async function deleteChannel(ctx: Context, input: InputOf<Operations["delete"]>): Promise<null> {
  const { name } = await lockRow(ctx, "channels", channel, input.id);
  const count = await countMerchants(ctx, input.id);
  if (count > 0) throw refuse("channel.inUse", { name, count });
  await removeRow(ctx, "channels", channel, input);
  return null;
}
