import { z } from "zod";
import { field } from "../kit/field.ts";
import { PaymentMode } from "../payment-enumerations.ts";

/** Id of a journal: made by the server. */
export const JournalId = field(z.string().regex(/^jrn_[0-9A-HJKMNP-TV-Z]{26}$/), { kind: "id" });

/** An ISO 4217 code as it was booked: a currency that was taken out of use since still has its books. */
export const BookedCurrency = field(z.string().regex(/^[A-Z]{3}$/), { kind: "code" });

/** Minor units of the sibling currency with their sign. */
export const SignedAmount = field(z.string().regex(/^(?:0|-?[1-9]\d{0,18})$/), {
  kind: "money",
  currencyField: "currency",
});

/** The code of an account, such as `plt:bank:USD:acc_1`. */
export const AccountCode = field(
  z
    .string()
    .max(160)
    .regex(/^(?:mer|plt):[\w.:-]+$/),
  { kind: "code" },
);

/** Which of the two books a question is about; the live one unless told. */
export const BookInput = PaymentMode.schema.default("live");
