import { upstreamGatewayPaymentMethod } from "@countinghouse/contract/gateways/upstream-gateway-payment-method/upstream-gateway-payment-method.ts";
import { refuse } from "@countinghouse/contract/kit/refusal.ts";
import type { InputOf } from "@countinghouse/contract/kit/resource.ts";
import { newId } from "../../../platform/db/new-id.ts";
import { lockRow } from "../../../platform/db/table-operations.ts";
import type { Context } from "../../../platform/http/context.ts";
import { copyMethods, readUpstream, tenantOfMethod, upstreamMethods } from "./upstream-method.store.ts";

type Operations = typeof upstreamGatewayPaymentMethod.operations;
type MethodChange = InputOf<Operations["update"]>;

const name = "upstreamGatewayPaymentMethod";
function assertWithin(supports: readonly string[], capabilities: readonly string[]): void {
  const beyond = supports.filter((capability) => !capabilities.includes(capability));
  if (beyond.length > 0) throw refuse(`${name}.beyondProvider`, { names: beyond.join(", ") });
}

export async function addUpstreamMethod(ctx: Context, input: InputOf<Operations["add"]>): Promise<string> {
  const { tenantId, capabilities } = await readUpstream(ctx, input.upstreamGatewayId);
  if ((await tenantOfMethod(ctx, input.paymentMethodId)) !== tenantId)
    throw refuse(`${name}.otherTenant`, {}, { field: "paymentMethodId" });
  assertWithin(input.supports, capabilities);
  return upstreamMethods.add(ctx, { ...input, tenantId });
}

export async function changeUpstreamMethod(ctx: Context, input: MethodChange): Promise<null> {
  const row = await lockRow(ctx, "upstreamMethods", upstreamGatewayPaymentMethod, input.id);
  const { capabilities } = await readUpstream(ctx, row.upstreamGatewayId);
  assertWithin(input.supports ?? row.supports, capabilities);
  return upstreamMethods.update(ctx, input);
}

export async function copyUpstreamMethods(ctx: Context, input: InputOf<Operations["copy"]>): Promise<number> {
  const { fromUpstreamGatewayId: source, upstreamGatewayId } = input;
  if (source === upstreamGatewayId) throw refuse(`${name}.sameProvider`);
  const [from, target] = [await readUpstream(ctx, source), await readUpstream(ctx, upstreamGatewayId)];
  if (from.tenantId !== target.tenantId) throw refuse(`${name}.otherTenant`, {}, { field: "fromUpstreamGatewayId" });
  return copyMethods(ctx, { source, target, newId: () => newId("um", ctx.now) });
}
