import { z } from "zod";
import { field, Instant, Integer } from "../../kit/field.ts";
import { query } from "../../kit/operation.ts";
import { defineResource } from "../../kit/resource.ts";
import { PaymentMode } from "../../payment-enumerations.ts";
import { CurrencyCode, TimeZone } from "../../payment-fields.ts";
import { orderStatsMessages } from "./order-stats.messages.ts";

const sum = field(z.string().regex(/^-?\d{1,30}$/), { kind: "money", currencyField: "currency" });
/** How many orders were made, tried to be paid, and paid; what was asked for and what came, of one currency. */
export const OrderTally = z.object({
  currency: CurrencyCode,
  orders: Integer,
  attempted: Integer,
  paid: Integer,
  amount: sum,
  captured: sum,
  refunded: sum,
});
export type OrderTally = z.output<typeof OrderTally>;

/** When the figures were last brought up to date: they follow the orders within a minute or two. */
const freshness = { countedUntil: Instant.nullable() };

/** A span of at most 400 days, `from` included and `to` not. */
const span = { mode: PaymentMode.schema.default("live"), from: Instant, to: Instant };

/** Figures of orders in reach, for the home page: read from hours counted beforehand, however many orders there are. */
export const orderStats = defineResource({
  name: "orderStats",
  record: OrderTally,
  operations: {
    /**
     * A period beside the one before it, which begins at `before` and ends where the period begins: what each came to so
     * far, and a tally for each hour or day, days as they begin in the reader's zone. A period that is not over is held
     * beside as much of the one before.
     */
    figures: query(
      z.object({ ...span, before: Instant, step: z.enum(["hour", "day"]), timeZone: TimeZone.default("UTC") }),
      z.object({
        now: z.array(OrderTally),
        before: z.array(OrderTally),
        /** When each hour or day of both periods begins, those without an order included. */
        starts: z.array(Instant),
        startsBefore: z.array(Instant),
        /** What there was in them; hours and days without an order are left out. */
        points: z.array(OrderTally.extend({ start: Instant })),
        pointsBefore: z.array(OrderTally.extend({ start: Instant })),
        /** Up to when the period is counted: the present, or its end. */
        until: Instant,
        ...freshness,
      }),
      { access: "signedIn", method: "POST", passive: true, staleOk: true, refusals: ["spanTooLong"] },
    ),
    /** How many orders of a span were tried to be paid, and how many were. */
    conversion: query(z.object(span), z.object({ orders: Integer, attempted: Integer, paid: Integer, ...freshness }), {
      access: "signedIn",
      method: "POST",
      passive: true,
      staleOk: true,
      refusals: ["spanTooLong"],
    }),
    /** The same by payment method, the most used first. */
    methods: query(
      z.object(span),
      z.object({
        methods: z.array(z.object({ paymentMethod: z.string(), orders: Integer, attempted: Integer, paid: Integer })),
        ...freshness,
      }),
      { access: "signedIn", method: "POST", passive: true, staleOk: true, refusals: ["spanTooLong"] },
    ),
    /** The same by the payer's country, with what came per currency, the most orders first. */
    countries: query(
      z.object(span),
      z.object({
        countries: z.array(
          z.object({
            country: z.string(),
            orders: Integer,
            attempted: Integer,
            paid: Integer,
            captured: z.array(z.object({ currency: CurrencyCode, captured: sum })),
          }),
        ),
        ...freshness,
      }),
      { access: "signedIn", method: "POST", passive: true, staleOk: true, refusals: ["spanTooLong"] },
    ),
  },
  messages: orderStatsMessages,
});
