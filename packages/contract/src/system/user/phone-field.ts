import { z } from "zod";
import { field } from "../../kit/field.ts";
import { phoneNumberOf } from "../../platform/phone-number.ts";

const phoneForm = z.string().refine((text) => phoneNumberOf(text) === text);

/** As {@link phoneNumberOf} keeps it. Whether numbers of other countries are taken is a setting. */
export const PhoneNumber = field(
  z
    .string()
    .trim()
    .max(24)
    .transform((text) => phoneNumberOf(text) ?? text)
    .pipe(phoneForm),
  { kind: "text", personal: true, format: "mobile", whole: phoneForm },
);
