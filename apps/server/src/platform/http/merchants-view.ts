import { factsOf } from "@countinghouse/contract/kit/field.ts";
import { filterInputName } from "@countinghouse/contract/kit/list.ts";
import { refuse } from "@countinghouse/contract/kit/refusal.ts";
import type { Resource } from "@countinghouse/contract/kit/resource.ts";
import { doerIdField } from "@countinghouse/contract/platform/doer-field.ts";
import type { Kysely } from "kysely";
import type { z } from "zod";
import type { Actor } from "../access/actor.ts";
import type { Tables } from "../db/tables.ts";
import { type AnswerPlan, answerPlanOf } from "./answer-plan.ts";

/** A field of an answer with a person's name, and that person's id. */
interface Named {
  readonly holder: Record<string, unknown>;
  readonly field: string;
  readonly id: string;
}

const isHolder = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;

/**
 * Removes the operator's fields from an answer and collects its names. `row` is the data that the answer was made
 * from.
 */
function hide(value: unknown, row: unknown, plan: AnswerPlan, named: Named[]): void {
  if (!isHolder(value)) return;
  const from = isHolder(row) ? row : {};
  if (plan.element) for (const [key, one] of Object.entries(value)) hide(one, from[key], plan.element, named);
  for (const field of plan.hidden) if (field in value) value[field] = null;
  for (const field of plan.doers)
    if (typeof value[field] === "string")
      named.push({ holder: value, field, id: String(from[doerIdField(field)] ?? "") });
  for (const [name, member] of plan.members) hide(value[name], from[name], member, named);
}

/** Of these user ids, those of the merchants' own users. */
async function ownIds(db: Kysely<Tables>, merchantIds: readonly string[], ids: readonly string[]) {
  // Ledger entries name jobs where no person did it.
  const people = [...new Set(ids)].filter((id) => /^\d{1,15}$/.test(id)).map(Number);
  if (merchantIds.length === 0 || people.length === 0) return new Set<string>();
  const rows = await db
    .selectFrom("users")
    .select("id")
    .where("merchantId", "in", [...merchantIds])
    .where("id", "in", people)
    .execute();
  return new Set(rows.map(({ id }) => String(id)));
}

/**
 * An answer as its reader may see it. For a merchant's user, the operator's fields are null, and names of persons are
 * kept only for the merchant's own users, identified by id because names are not unique. Changes `answer`, which was
 * made for this call.
 */
export async function redactForReader(
  { db, actor }: { readonly db: Kysely<Tables>; readonly actor: Actor },
  schema: z.ZodType,
  answer: unknown,
  from: unknown,
): Promise<unknown> {
  const { merchantIds } = actor.scope;
  if (merchantIds === "all") return answer;
  const named: Named[] = [];
  hide(answer, from, answerPlanOf(schema), named);
  if (named.length === 0) return answer;
  const own = await ownIds(
    db,
    merchantIds,
    named.map(({ id }) => id),
  );
  for (const { holder, field, id } of named) {
    if (!own.has(id)) holder[field] = null;
  }
  return answer;
}

/** Fields of a resource's record for the operator's users only. */
const operatorsFields = ({ record }: Resource): string[] =>
  Object.keys(record.shape).filter((name) => factsOf(record.shape[name] as z.ZodType).readers === "operator");

const isSent = (value: unknown): boolean =>
  value !== undefined && value !== null && value !== "" && !(Array.isArray(value) && value.length === 0);

/**
 * Refuses requests by which a merchant's user could infer hidden values: a filter, a sort or an export column by one
 * of the operator's fields.
 */
export function refuseOperatorsFields({ scope }: Pick<Actor, "scope">, resource: Resource, input: unknown): void {
  if (scope.merchantIds === "all" || typeof input !== "object" || input === null) return;
  const sent = input as Readonly<Record<string, unknown>>;
  if (sent.filter) refuseOperatorsFields({ scope }, resource, sent.filter);
  const filters = resource.operations.page?.list?.filters ?? {};
  const columns = Array.isArray(sent.columns) ? (sent.columns as unknown[]) : [];
  const field = operatorsFields(resource).find((name) => {
    const filter = filters[name];
    const inputs = filter ? [name, filterInputName(name, filter)] : [name];
    return inputs.some((input) => isSent(sent[input])) || sent.field === name || columns.includes(name);
  });
  if (field === undefined) return;
  throw refuse("platform.operatorsField", {}, { field });
}
