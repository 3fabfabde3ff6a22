import type { Locale } from "@countinghouse/contract/kit/locale.ts";
import { type Refusal, refuse } from "@countinghouse/contract/kit/refusal.ts";
import type { InputLimits } from "@countinghouse/contract/platform/input-limits.ts";
import { platformMessages } from "@countinghouse/contract/platform/platform.messages.ts";
import { isStorableText } from "@countinghouse/contract/platform/storable-text.ts";
import type { z } from "zod";
import { namedMax, screenInput } from "../../../platform/http/screen-input.ts";
import { faultAt, type InputFault, unknownFault } from "./input-fault.service.ts";

/** Code of the refusal for invalid inputs. */
export const wrongInput = "openApi.inputsWrong";

/**
 * Strictness of inputs: unknown fields are refused in test mode, so that misspellings are found, and ignored in live
 * mode.
 */
export interface InputStrictness {
  readonly isStrict: boolean;
  readonly limits: InputLimits;
  readonly locale: Locale;
}

/** Removes members unknown to a schema. */
function without(
  sent: unknown,
  unknown: readonly { path: readonly PropertyKey[]; keys: readonly string[] }[],
): unknown {
  const copy = structuredClone(sent);
  for (const { path, keys } of unknown) {
    let place = copy as Record<PropertyKey, unknown>;
    for (const step of path) place = place[step] as Record<PropertyKey, unknown>;
    for (const key of keys) delete place[key];
  }
  return copy;
}

/** Refuses inputs: a single error is the message itself, several are listed by field with their reasons. */
function refusalOfInputs(faults: readonly InputFault[], locale: Locale): Refusal {
  const fields = faults.map(({ param, message }) => ({ field: param, message }));
  const paths = listed(
    fields.map(({ field }) => field),
    locale,
  );
  return refuse(wrongInput, { count: faults.length, paths }, { fields, extras: { params: faults } });
}

const listed = (fields: readonly string[], locale: Locale): string =>
  [...new Set(fields.map((field) => field || "body"))].slice(0, 8).join(locale === "en" ? ", " : "、");

/**
 * Parses input by its schema. Refuses input above the size limit, card numbers outside the card's own field, and
 * whatever the schema does not allow, naming the first wrong fields.
 */
export function openInput<S extends z.ZodType>(schema: S, sent: unknown, judging: InputStrictness): z.output<S> {
  const { limits, locale } = judging;
  const { cardNumbers } = screenInput(schema, sent, limits);
  if (cardNumbers.length > 0) {
    const message = platformMessages[locale].refusals.cardNumberHere;
    const fields = cardNumbers.map((field) => ({ field, message }));
    throw refuse("platform.cardNumberRefused", { fields: listed(cardNumbers, locale) }, { fields });
  }
  return judged(schema, sent, judging);
}

function judged<S extends z.ZodType>(schema: S, sent: unknown, judging: InputStrictness): z.output<S> {
  const { isStrict, locale } = judging;
  const parsed = schema.safeParse(sent);
  if (parsed.success) return parsed.data;
  const { issues } = parsed.error;
  const unknown = issues.flatMap((issue) =>
    issue.code === "unrecognized_keys" ? [{ path: issue.path, keys: issue.keys }] : [],
  );
  // Other errors are found in a second pass, because a strict object stops at unknown fields.
  if (!isStrict && unknown.length > 0) return judged(schema, without(sent, unknown), { ...judging, isStrict: true });
  const faults = issues
    .flatMap((issue) =>
      issue.code === "unrecognized_keys"
        ? issue.keys.map((key) => unknownFault([...issue.path, key], locale))
        : [faultAt(schema, sent, issue.path, locale)],
    )
    // One input may violate several rules: only the first is reported.
    .filter(({ param }, index, all) => all.findIndex((one) => one.param === param) === index)
    .slice(0, namedMax);
  throw refusalOfInputs(faults, locale);
}

/** The query as named texts. A repeated name is ambiguous, and refused. */
export function queryOf(query: string): Record<string, string> {
  const named = new Map<string, string>();
  for (const [name, value] of new URLSearchParams(query)) {
    if (named.has(name)) throw refuse("openApi.duplicateParameter", { name: name.slice(0, 64) });
    if (!isStorableText(name + value))
      throw refuse("openApi.malformedParameter", { name: name.replaceAll("\0", "").toWellFormed().slice(0, 64) });
    named.set(name, value);
  }
  return Object.fromEntries(named);
}
