import type { Locale } from "@countinghouse/contract/kit/locale.ts";
import { seededKindOf, seededNameIn } from "@countinghouse/contract/seeded-names.ts";
import type { z } from "zod";
import { type Plan, planOf } from "./answer-plan.ts";

/** The reader's language, and the resource whose operation answers. */
interface Told {
  readonly locale: Locale;
  readonly resource: string;
}

function tell(value: unknown, plan: Plan, told: Told): void {
  if (typeof value !== "object" || value === null) return;
  const holder = value as Record<string, unknown>;
  if (plan.element) for (const one of Object.values(holder)) tell(one, plan.element, told);
  for (const field of plan.names) {
    const stored = holder[field];
    const kind = typeof stored === "string" ? seededKindOf(told.resource, field) : undefined;
    if (kind) holder[field] = seededNameIn(told.locale, kind, stored as string);
  }
  for (const [name, member] of plan.members) tell(holder[name], member, told);
}

/** An answer with the names of the first start in its reader's language. `answer` was made for this call and is changed. */
export function withSeededNames<A>(answer: A, schema: z.ZodType, told: Told): A {
  tell(answer, planOf(schema), told);
  return answer;
}
