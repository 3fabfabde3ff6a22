import { factsOf } from "@countinghouse/contract/kit/field.ts";
import { mayBeSeeded } from "@countinghouse/contract/platform/seeded-names.ts";
import { z } from "zod";

/** Fields of an answer that depend on its reader, derived from the answer's schema. */
export interface AnswerPlan {
  /** Fields for the operator's users only. */
  readonly hidden: string[];
  /** Fields that name the person who did something. */
  readonly doers: string[];
  /** Fields that may hold a seeded name. */
  readonly names: string[];
  readonly members: [name: string, plan: AnswerPlan][];
  /** Plan for each element of a list, or each value of a map. */
  element: AnswerPlan | undefined;
}

const plans = new WeakMap<z.ZodType, AnswerPlan>();

/**
 * The plan of a schema, computed once. It is cached before its parts are visited, because a schema may contain itself.
 */
export function answerPlanOf(schema: z.ZodType): AnswerPlan {
  const known = plans.get(schema);
  if (known) return known;
  const inner = (schema.def as { innerType?: z.ZodType }).innerType;
  if (inner) return answerPlanOf(inner);
  const plan: AnswerPlan = { hidden: [], doers: [], names: [], members: [], element: undefined };
  plans.set(schema, plan);
  if (schema instanceof z.ZodArray) plan.element = answerPlanOf(schema.element as z.ZodType);
  else if (schema instanceof z.ZodRecord) plan.element = answerPlanOf(schema.valueType as z.ZodType);
  else if (schema instanceof z.ZodUnion)
    for (const option of schema.options as readonly z.ZodType[]) join(plan, answerPlanOf(option));
  else if (schema instanceof z.ZodObject) planMembers(plan, schema.shape as Record<string, z.ZodType>);
  return plan;
}

function join(plan: AnswerPlan, option: AnswerPlan): void {
  plan.hidden.push(...option.hidden);
  plan.doers.push(...option.doers);
  plan.names.push(...option.names);
  plan.members.push(...option.members);
  plan.element ??= option.element;
}

function planMembers(plan: AnswerPlan, shape: Readonly<Record<string, z.ZodType>>): void {
  for (const [name, schema] of Object.entries(shape)) {
    const { readers } = factsOf(schema);
    if (mayBeSeeded(name)) plan.names.push(name);
    if (readers === "operator") plan.hidden.push(name);
    else if (readers === "colleagues") plan.doers.push(name);
    else plan.members.push([name, answerPlanOf(schema)]);
  }
}
