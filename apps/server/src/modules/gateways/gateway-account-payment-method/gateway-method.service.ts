import { gatewayAccountPaymentMethod } from "@countinghouse/contract/gateways/gateway-account-payment-method/gateway-account-payment-method.ts";
import { refuse } from "@countinghouse/contract/kit/refusal.ts";
import type { InputOf } from "@countinghouse/contract/kit/resource.ts";
import { newId } from "../../../platform/db/new-id.ts";
import { lockRow } from "../../../platform/db/table-operations.ts";
import type { Context } from "../../../platform/http/context.ts";
import { beyondParentLimits } from "./gateway-method.policy.ts";
import { findPrice, gatewayMethods, insertPrice, readOffer, removePrice } from "./gateway-method.store.ts";

type Operations = typeof gatewayAccountPaymentMethod.operations;
type MethodChange = InputOf<Operations["update"]>;

const name = "gatewayAccountPaymentMethod";
const today = ({ now }: Context): string => now.toISOString().slice(0, 10);

type Offer = Awaited<ReturnType<typeof readOffer>>;
interface WantedMethod {
  readonly currencies: readonly string[];
  readonly countries: readonly string[];
}

function assertWithin(
  wanted: WantedMethod,
  { currencies, offeredCurrencies, offeredCountries }: Offer,
  field: string,
): void {
  const beyond = beyondParentLimits(wanted, {
    currencies,
    offeredCurrencies: offeredCurrencies ?? [],
    offeredCountries: offeredCountries ?? [],
  });
  if (beyond.length > 0) throw refuse(`${name}.beyondAccount`, { names: beyond.join(", ") }, { field });
}

export async function addGatewayMethod(ctx: Context, input: InputOf<Operations["add"]>): Promise<string> {
  const offer = await readOffer(ctx, input.gatewayAccountId, input.paymentMethodId);
  if (offer.offer !== "enabled") throw refuse(`${name}.notOffered`);
  assertWithin(input, offer, "currencies");
  return gatewayMethods.add(ctx, { ...input, tenantId: offer.tenantId });
}

export async function changeGatewayMethod(ctx: Context, input: MethodChange): Promise<null> {
  const row = await lockRow(ctx, "gatewayMethods", gatewayAccountPaymentMethod, input.id);
  const wanted = { currencies: input.currencies ?? row.currencies, countries: input.countries ?? row.countries };
  assertWithin(wanted, await readOffer(ctx, row.gatewayAccountId, row.paymentMethodId), "currencies");
  return gatewayMethods.update(ctx, input);
}

export async function addPrice(ctx: Context, input: InputOf<Operations["costAdd"]>): Promise<null> {
  const { id, ...price } = input;
  const row = await lockRow(ctx, "gatewayMethods", gatewayAccountPaymentMethod, id);
  if (price.validFrom < today(ctx)) throw refuse(`${name}.costPast`, { day: today(ctx) });
  if (price.minimum && price.maximum && BigInt(price.minimum) > BigInt(price.maximum))
    throw refuse(`${name}.costLimitsReversed`);
  const offer = await readOffer(ctx, row.gatewayAccountId, row.paymentMethodId);
  assertWithin({ currencies: [price.currency], countries: [] }, offer, "currency");
  const values = {
    ...price,
    minimum: price.minimum ?? null,
    maximum: price.maximum ?? null,
    id: newId("gp", ctx.now),
    tenantId: row.tenantId,
    gatewayMethodId: id,
    createUserId: null,
    createUserName: null,
  };
  await insertPrice(ctx, values);
  return null;
}

/** Only what has not begun to hold: what was charged by a price stays explained by it. */
export async function deletePrice(ctx: Context, input: InputOf<Operations["costDelete"]>): Promise<null> {
  await lockRow(ctx, "gatewayMethods", gatewayAccountPaymentMethod, input.id);
  const price = await findPrice(ctx, input.id, input.costId);
  if (!price) throw refuse(`${name}.costUnknown`);
  if (price.validFrom <= today(ctx)) throw refuse(`${name}.costBegun`);
  await removePrice(ctx, price);
  return null;
}
