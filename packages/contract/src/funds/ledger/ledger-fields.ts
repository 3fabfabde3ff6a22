import { z } from "zod";
import { field } from "../../kit/field.ts";
import { PaymentMode } from "../../payment-enumerations.ts";
import { idOf } from "../../payment-fields.ts";

/** Id of a journal: made by the server. */
export const JournalId = idOf("jrn");

/** An ISO 4217 code as it was booked: a currency that was taken out of use since still has its books. */
export const BookedCurrency = field(z.string().regex(/^[A-Z]{3}$/), { kind: "code" });

const digits = /^(?:0|-?[1-9]\d{0,18})$/;
const amount = { kind: "money", currencyField: "currency" } as const;

/** Minor units of the sibling currency with their sign. */
export const SignedAmount = field(z.string().regex(digits), amount);

/** Minor units of the sibling currency, more than none. */
export const PositiveAmount = field(z.string().regex(/^[1-9]\d{0,17}$/), amount);

/** Minor units of the sibling currency, in either direction but not none. */
export const Difference = field(z.string().regex(/^-?[1-9]\d{0,17}$/), amount);

/** The code of an account, such as `plt:bank:USD:acc_1`. */
export const AccountCode = field(
  z
    .string()
    .max(160)
    .regex(/^(?:mer|plt):[\w.:-]+$/),
  { kind: "code" },
);

/** Looser than the fields: a filter is read while it is being typed. */
export const FilterCode = field(z.string().trim().max(160), { kind: "code" });

/** Which of the two books a question is about; the live one unless told. */
export const BookInput = PaymentMode.schema.default("live");

/** Why somebody does it, for whoever looks into it later. */
export const Reason = field(z.string().trim().min(1).max(500), { kind: "longText" });
