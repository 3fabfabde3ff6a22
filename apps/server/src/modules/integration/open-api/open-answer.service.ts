import { type OpenRefusal, openApiMessages } from "@countinghouse/contract/integration/open-api/open-api.messages.ts";
import { fill, type Locale } from "@countinghouse/contract/kit/locale.ts";
import { type Refusal, refuse } from "@countinghouse/contract/kit/refusal.ts";
import { maskCardNumbers } from "@countinghouse/contract/platform/card-number.ts";
import { MoneyError } from "@countinghouse/money/money-error.ts";
import type { Translator } from "../../../platform/http/translate.ts";

/** The body of every error of the open API. `code` equals the HTTP status. */
export interface OpenError {
  readonly code: number;
  readonly bizCode: string;
  readonly message: string;
  /** The input field of the error. */
  readonly param?: string;
  readonly requestId: string;
  /** Anchor of its documentation. */
  readonly docKey: string;
  readonly [fact: string]: unknown;
}

/** Public names that differ from internal ones. */
const publicNames: Readonly<Record<string, string>> = {
  "openApi.inputsWrong": "validation_failed",
  "openApi.malformedParameter": "validation_failed",
  "platform.malformedBody": "validation_failed",
  "platform.inputTooDeep": "validation_failed",
  "platform.tooManyMembers": "validation_failed",
  "platform.tooManyElements": "validation_failed",
  "platform.idempotencyMismatch": "idempotency_key_reused",
  "platform.tooManyRequests": "rate_limited",
  "platform.unexpected": "internal",
  "platform.databaseUnavailable": "dependency_unavailable",
  "platform.storageFull": "dependency_unavailable",
  "platform.deadlineExceeded": "dependency_unavailable",
  "platform.draining": "dependency_unavailable",
  "platform.clockOff": "dependency_unavailable",
  "platform.secretReplaced": "dependency_unavailable",
  "platform.releaseReplaced": "dependency_unavailable",
  "platform.routeNotFound": "not_found",
  "platform.wrongState": "invalid_state_transition",
  "sysRate.stale": "rate_stale",
  "openApi.scopeMissing": "forbidden",
  "openApi.tooManyAtOnce": "rate_limited",
  "openApi.malformedJson": "validation_failed",
  "openApi.bodyNotObject": "validation_failed",
  "openApi.duplicateMember": "validation_failed",
  "openApi.forbiddenMember": "validation_failed",
  "openApi.tooDeep": "validation_failed",
  "openApi.duplicateParameter": "validation_failed",
};

/** A refusal's public name: `coinOrder.noRoute` is `no_route`. */
export const publicName = (code: string): string =>
  publicNames[code] ??
  (code.startsWith("money.") ? "validation_failed" : undefined) ??
  (code.split(".").at(-1) ?? code).replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** An invalid amount is the caller's error, wherever it is detected. */
export const refusalOfMoney = (error: unknown): Refusal | undefined =>
  error instanceof MoneyError ? refuse(`money.${camel(error.code)}`, {}) : undefined;

const camel = (name: string): string => name.replace(/_([a-z])/g, (_dash, letter: string) => letter.toUpperCase());

/** The message of a refusal: the open API's own, or the refusing module's. */
export function sentenceOf(translator: Translator, { code, values }: Refusal, locale: Locale): string {
  const [owner, name = ""] = code.split(".");
  const words = openApiMessages[locale];
  if (owner === "money") return fill(words.refusals.amountRefused);
  if (owner !== "openApi") return translator.refusal(code, values, locale);
  const noun = String(values.what ?? "");
  const what = words.nouns[noun as keyof typeof words.nouns] ?? noun;
  return fill(words.refusals[name as OpenRefusal] ?? code, { ...values, what });
}

/** A refusal as sent. A card number in an unexpected place is not quoted. */
export function openError(
  refusal: Refusal,
  facts: { readonly locale: Locale; readonly requestId: string; readonly translator: Translator },
): OpenError {
  const { locale, requestId, translator } = facts;
  const bizCode = publicName(refusal.code);
  const sentence = maskCardNumbers(sentenceOf(translator, refusal, locale));
  const [first] = refusal.fields;
  const params = refusal.fields.map(({ field, message }) => ({
    param: field,
    // A message that is an identifier is replaced by its text.
    message: !/^\w+\.\w+$/.test(message)
      ? message
      : message === refusal.code
        ? sentence
        : translator.refusal(message, {}, locale),
  }));
  const hasOwnWords = refusal.code === "openApi.inputsWrong" || refusal.code === "coinOrder.cardMalformed";
  const isOneInput = hasOwnWords && refusal.fields.length === 1 && params[0]?.message !== sentence;
  return {
    ...(first === undefined ? {} : { params }),
    ...refusal.extras,
    code: refusal.status,
    bizCode,
    message: isOneInput && first ? first.message : sentence,
    ...(first === undefined ? {} : { param: first.field }),
    requestId,
    docKey: bizCode,
  };
}
