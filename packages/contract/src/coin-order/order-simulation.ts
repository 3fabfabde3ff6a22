import { currencyCodes } from "@countinghouse/money/currency.ts";
import { z } from "zod";
import { field } from "../kit/field.ts";
import { RouteDecision } from "../routing/routing.ts";

const code = field(z.string(), { kind: "code" });
const Currency = field(z.enum(currencyCodes), { kind: "code" });
const amountIn = (currencyField: string) =>
  field(z.string().regex(/^-?(?:0|[1-9]\d{0,18})$/), { kind: "money", currencyField });

/** What a payment costs whom. */
export const OrderPrice = z.object({
  /** The currency the merchant is credited in; fee, tax and net are in it. */
  currency: Currency,
  value: amountIn("currency"),
  fee: amountIn("currency"),
  tax: amountIn("currency"),
  net: amountIn("currency"),
  /** What the gateway keeps. */
  cost: amountIn("costCurrency"),
  costCurrency: Currency,
});
export type OrderPrice = z.output<typeof OrderPrice>;

/** Where an order would go and what it would cost by what is agreed now, beside what was booked for it. */
export const OrderSimulation = z.object({
  method: code,
  /** What was taken; before that, what is asked for. */
  amount: amountIn("currency"),
  currency: Currency,
  route: RouteDecision,
  /** None where no account takes it, or where nothing is agreed that prices it. */
  price: OrderPrice.nullable(),
  /** The rate into the currency of the price. */
  rate: z.string().nullable(),
  /** The rule that prices it: share in millionths and fixed part in minor units. */
  rule: z.object({ id: code, percent: field(z.number().int(), { kind: "integer" }), fixed: z.string() }).nullable(),
  /** Why nothing prices it, as the refusal a payment would meet. */
  problem: code.nullable(),
  booked: OrderPrice.nullable(),
  bookedAccountId: code.nullable(),
});
export type OrderSimulation = z.output<typeof OrderSimulation>;
