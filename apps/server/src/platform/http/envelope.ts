import type { Locale } from "@countinghouse/contract/kit/locale.ts";
import type { FieldRefusal, Refusal } from "@countinghouse/contract/kit/refusal.ts";
import { maskCardNumbers } from "@countinghouse/contract/platform/card-number.ts";
import type { Translator } from "./translate.ts";

/** Machine-readable part of a refusal. */
export interface RefusalExtras {
  readonly bizCode?: string;
  readonly fields?: readonly FieldRefusal[];
  readonly requestId?: string;
  readonly [name: string]: unknown;
}

/** The body of every JSON answer. `code` equals the HTTP status. */
export interface Envelope {
  readonly code: number;
  readonly type: "success" | "error";
  readonly message: string;
  readonly result: unknown;
  readonly extras: RefusalExtras | null;
  readonly time: string;
}

/** Wraps a result. */
export const successAnswer = (result: unknown, now: Date): Envelope => ({
  code: 200,
  type: "success",
  message: "",
  result,
  extras: null,
  time: now.toISOString(),
});

/** Inputs to the wording of a refusal. */
export interface RefusalWording {
  readonly now: Date;
  readonly locale: Locale;
  readonly requestId: string;
  readonly translator: Translator;
}

/**
 * Words a refusal for the caller. Field messages that are codes are translated like the refusal itself. A card number
 * that was sent in an unexpected place is not repeated.
 */
export function refusalAnswer(refusal: Refusal, { now, locale, requestId, translator }: RefusalWording): Envelope {
  const fields = refusal.fields.map(({ field, message }) => ({
    field,
    message: translator.refusal(message, refusal.values, locale),
  }));
  return {
    code: refusal.status,
    type: "error",
    message: maskCardNumbers(translator.refusal(refusal.code, refusal.values, locale)),
    result: null,
    extras: { bizCode: refusal.code, requestId, ...(fields.length > 0 ? { fields } : {}), ...refusal.extras },
    time: now.toISOString(),
  };
}
