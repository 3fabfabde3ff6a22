import { currencyCodes, isCurrency } from "@countinghouse/money/currency.ts";
import { z } from "zod";
import { field } from "./kit/field.ts";
import type { Filter } from "./kit/list.ts";
import { PaymentMode } from "./payment-enumerations.ts";

/** Id of a record of payments: a prefix that says of what, and a ULID, so that ids made later sort later. */
export const idOf = (prefix: string) =>
  field(z.string().regex(new RegExp(`^${prefix}_[0-9A-HJKMNP-TV-Z]{26}$`)), { kind: "id" });

/** ISO 4217 code of a currency that amounts can be held in, in capitals however it is typed. */
export const Currency = field(z.string().trim().toUpperCase().max(3).refine(isCurrency), {
  kind: "code",
  isCurrency: true,
});

/** The code of such a currency as it is stored. */
export const CurrencyCode = field(z.enum(currencyCodes), { kind: "code", isCurrency: true });

/** ISO 3166-1 alpha-2, in capitals however it is typed. */
export const Country = field(
  z
    .string()
    .trim()
    .toUpperCase()
    .regex(/^[A-Z]{2}$/),
  { kind: "code", isCountry: true },
);

/** The code of a country as it is stored. */
export const CountryCode = field(z.string(), { kind: "code", isCountry: true });

/** The mode a list is of, and its export; live unless told: live and test never stand in one list. */
export const modeFilter = { kind: "exact", input: PaymentMode.schema.default("live") } as const satisfies Filter;

const without = <T>(values: readonly T[]): T[] => [...new Set(values)];

/** Currencies, each once; none means "every one" where a list narrows. */
export const Currencies = field(z.array(Currency).max(100).overwrite(without), { kind: "list", isNoneEvery: true });
/** Countries, each once; none means "every one" where a list narrows. */
export const Countries = field(z.array(Country).max(250).overwrite(without), { kind: "list", isNoneEvery: true });

/** A share in millionths: 2.9 % is 29000. */
export const Rate6 = field(z.number().int().min(0).max(1_000_000), { kind: "integer", isShare: true });

/** Minor units of the sibling currency, with their sign where they are less than none. */
export const signedAmountIn = (currencyField: string) =>
  field(z.string().regex(/^-?(?:0|[1-9]\d{0,18})$/), { kind: "money", currencyField });

/** An amount of minor units as text, so that no reader loses a digit. Its currency stands beside it. */
export const MinorAmount = z.string().regex(/^(?:0|[1-9]\d{0,17})$/);

const MinorUnits = z.string().regex(/^-?(?:0|[1-9]\d{0,17})$/);

/**
 * Amounts of one currency, both ends included; either end may be null. Minor units mean nothing without their currency, so
 * that the two are sent together. `currencyField` is the field of the record that holds the currency.
 */
export const amounts = (currencyField: string) => ({
  kind: "amount" as const,
  input: field(
    z.strictObject({
      currency: Currency,
      from: MinorUnits.nullable().default(null),
      to: MinorUnits.nullable().default(null),
    }),
    { kind: "money", currencyField },
  ).nullish(),
});

/** What is no amount is refused where it stands; it has no order. */
const isOrdered = ({ min, max }: { readonly min: string | null; readonly max: string | null }): boolean => {
  const [low, high] = [min, max].map((end) => (MinorAmount.safeParse(end).success ? BigInt(String(end)) : null));
  return low == null || high == null || low <= high;
};
const namesEachOnce = (rows: readonly { readonly currency: string }[]): boolean =>
  new Set(rows.map(({ currency }) => currency)).size === rows.length;

/** An amount of a line, in the currency of the line. */
const LineAmount = field(MinorAmount.clone(), { kind: "money", currencyField: "currency" });
const range = { currency: Currency, min: LineAmount.nullable(), max: LineAmount.nullable() };

/** Smallest and largest amount of a payment per currency; a currency that is not named has no limit. */
export const AmountLimits = field(
  z
    .array(z.object(range).refine(isOrdered, "platform.limitsReversed"))
    .max(60)
    .refine(namesEachOnce, "platform.currencyRepeated"),
  { kind: "list", lines: "limits" },
);

/** What an account may take per currency: in one payment, in a day and in a month. */
export const AccountLimits = field(
  z
    .array(
      z
        .object({
          ...range,
          dailyAmount: LineAmount.nullable(),
          dailyCount: z.number().int().min(1).max(100_000_000).nullable(),
          monthlyAmount: LineAmount.nullable(),
        })
        .refine(isOrdered, "platform.limitsReversed"),
    )
    .max(60)
    .refine(namesEachOnce, "platform.currencyRepeated"),
  { kind: "list" },
);

/** A fixed amount per currency. */
export const FixedAmounts = field(
  z
    .array(z.object({ currency: Currency, amount: LineAmount }))
    .max(60)
    .refine(namesEachOnce, "platform.currencyRepeated"),
  { kind: "list", lines: "amounts" },
);

/** A code that programs know a record by: small letters, digits and underscores. */
export const SnakeCode = field(
  z
    .string()
    .trim()
    .regex(/^[a-z][a-z0-9_]{1,31}$/),
  { kind: "code", format: "snake" },
);

const isZone = (zone: string): boolean => {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: zone }).resolvedOptions().timeZone !== "";
  } catch {
    return false;
  }
};
/** IANA name of a time zone. */
export const TimeZone = field(z.string().trim().min(1).max(64).refine(isZone), { kind: "text", isZone: true });
