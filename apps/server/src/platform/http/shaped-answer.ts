import type { Locale } from "@countinghouse/contract/kit/locale.ts";
import { seededKindOf, seededNameIn } from "@countinghouse/contract/platform/seeded-names.ts";
import { type AnswerPlan, answerPlanOf } from "./answer-plan.ts";
import type { Context } from "./context.ts";
import { redactForReader } from "./merchants-view.ts";
import type { BoundOperation } from "./open-context.ts";

/** The reader's language, and the resource of the operation. */
interface AnswerShape {
  readonly locale: Locale;
  readonly resource: string;
}

function tell(value: unknown, plan: AnswerPlan, told: AnswerShape): void {
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

/**
 * Reduces a result to the declared schema and to what its reader may see, with seeded names in the reader's language:
 * a column that the contract does not declare is never sent.
 */
export async function shapedAnswer(
  ctx: Context,
  { operation, resource }: BoundOperation,
  result: unknown,
): Promise<unknown> {
  if (operation.answer === "file") return result;
  const answer = await redactForReader(ctx, operation.output, operation.output.parse(result), result);
  tell(answer, answerPlanOf(operation.output), { locale: ctx.request.locale, resource: resource.name });
  return answer;
}
