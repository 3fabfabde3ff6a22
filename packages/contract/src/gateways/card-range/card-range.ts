import { z } from "zod";
import { Code, Day, field, Id, Instant } from "../../kit/field.ts";
import { contains, exact, oneOf, prefix } from "../../kit/list.ts";
import { list, query } from "../../kit/operation.ts";
import { defineResource } from "../../kit/resource.ts";
import { Country, CountryCode } from "../../payment-fields.ts";
import { cardRangeMessages } from "./card-range.messages.ts";
import { CardFunding } from "./card-range-enumerations.ts";

/** First digits of a card: 6 to 11, never a complete number. */
export const CardDigits = field(z.string().regex(/^\d{6,11}$/), { kind: "code" });

/** A range of card numbers by first digits, both ends included, with its issuer: a row of a source's file. */
export const CardRange = z.object({
  id: Id,
  low: Code,
  high: Code,
  country: CountryCode,
  /** The scheme's code in the file. */
  brand: Code.nullable(),
  funding: CardFunding.schema.nullable(),
  source: z.string(),
  licence: z.string(),
  fileDate: Day,
  createTime: Instant,
});
export type CardRange = z.output<typeof CardRange>;

const spec = {
  filters: {
    low: prefix(
      field(
        z
          .string()
          .trim()
          .regex(/^\d{1,11}$/),
        { kind: "code" },
      ),
    ),
    country: oneOf(Country),
    brand: exact(field(z.string().trim().toLowerCase().max(32), { kind: "code" })),
    funding: oneOf(CardFunding.schema),
    source: contains(64),
  },
  sortBy: ["low", "country"],
  defaultSort: { field: "low", order: "asc" },
} as const;

/** Issuer data from card ranges. */
export const IssuerFound = CardRange.omit({ id: true, createTime: true });

export const cardRange = defineResource({
  name: "cardRange",
  record: CardRange,
  operations: {
    page: list(CardRange, spec),
    detail: query(z.object({ id: Id }), CardRange),
    /** The range that applies to a card with these first digits; null for none. */
    lookUp: query(z.object({ digits: CardDigits }), IssuerFound.nullable()),
  },
  menu: {
    path: "/acquiring/card-range",
    component: "card-range/card-range.list",
    icon: "credit-card",
    order: 700,
  },
  messages: cardRangeMessages,
});
