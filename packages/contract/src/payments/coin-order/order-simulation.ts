import { z } from "zod";
import { RouteDecision } from "../../gateways/routing/routing.ts";
import { Code, field } from "../../kit/field.ts";
import { CurrencyCode, signedAmountIn } from "../../payment-fields.ts";

/** What a payment costs whom. */
export const OrderPrice = z.object({
  /** The currency the merchant is credited in; fee, tax and net are in it. */
  currency: CurrencyCode,
  value: signedAmountIn("currency"),
  fee: signedAmountIn("currency"),
  tax: signedAmountIn("currency"),
  net: signedAmountIn("currency"),
  /** What the gateway keeps. */
  cost: signedAmountIn("costCurrency"),
  costCurrency: CurrencyCode,
});
export type OrderPrice = z.output<typeof OrderPrice>;

/** Where an order would go and what it would cost by what is agreed now, beside what was booked for it. */
export const OrderSimulation = z.object({
  method: Code,
  /** What was taken; before that, what is asked for. */
  amount: signedAmountIn("currency"),
  currency: CurrencyCode,
  route: RouteDecision,
  /** None where no account takes it, or where nothing is agreed that prices it. */
  price: OrderPrice.nullable(),
  /** The rate into the currency of the price. */
  rate: z.string().nullable(),
  /** The rule that prices it: share in millionths and fixed part in minor units. */
  rule: z.object({ id: Code, percent: field(z.number().int(), { kind: "integer" }), fixed: z.string() }).nullable(),
  /** Why nothing prices it, as the refusal a payment would meet. */
  problem: Code.nullable(),
  /** By the agreement that the latest attempt was sent with; none before that, or with another method. */
  agreed: OrderPrice.nullable(),
  booked: OrderPrice.nullable(),
  bookedAccountId: Code.nullable(),
});
export type OrderSimulation = z.output<typeof OrderSimulation>;
