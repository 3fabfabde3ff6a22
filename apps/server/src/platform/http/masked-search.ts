import { type FieldFacts, factsOf } from "@countinghouse/contract/kit/field.ts";
import { type Filters, filterInputName } from "@countinghouse/contract/kit/list.ts";
import { refuse } from "@countinghouse/contract/kit/refusal.ts";
import { permissionOf, type Resource } from "@countinghouse/contract/kit/resource.ts";
import type { Actor } from "../access/actor.ts";
import { holds } from "../access/permission.ts";
import { metWholly } from "../db/list-query.ts";

/**
 * Whether the actor may read personal data of these records unmasked: by permission for the operation that reveals it
 * or, where nothing is masked on the pages, for those.
 */
const readsInFull = (actor: Actor, { name, operations }: Resource): boolean =>
  holds(actor, permissionOf(name, operations.reveal ? "reveal" : "page"));

const isSent = (value: unknown): boolean => value !== undefined && value !== null && value !== "";

/** The facts of a record's field, or of the filter where the record has no such field. */
const factsIn = ({ record }: Resource, filters: Filters, name: string): FieldFacts | undefined => {
  const schema = record.shape[name] ?? filters[name]?.input;
  return schema && factsOf(schema as never);
};

/** The values of a filter; undefined for a range. */
const valuesOf = (value: unknown, isSpan: boolean): readonly unknown[] | undefined => {
  if (isSpan) return undefined;
  return Array.isArray(value) ? value : [value];
};

/**
 * Restricts the filters and the sort of an actor who sees personal data masked. A whole value matches exactly and
 * reveals nothing new; a partial match and a sort are refused, because they would reveal the value piece by piece. An
 * export carries them as `filter`. Returns the input to use.
 */
export function withoutGuessing<I>(actor: Actor, resource: Resource, input: I): I {
  if (typeof input !== "object" || input === null || readsInFull(actor, resource)) return input;
  const sent = input as Readonly<Record<string, unknown>>;
  if (typeof sent.filter === "object" && sent.filter !== null)
    return { ...input, filter: withoutGuessing(actor, resource, sent.filter) };
  const filters = resource.operations.page?.list?.filters ?? {};
  const isMasked = (name: string): boolean => factsIn(resource, filters, name)?.personal ?? false;
  if (typeof sent.field === "string" && isMasked(sent.field))
    throw refusal(resource, sent.field, "field", "maskedSort");
  const masked = Object.entries(filters).filter(
    ([name, filter]) => isMasked(name) && isSent(sent[filterInputName(name, filter)]),
  );
  for (const [name, filter] of masked) {
    const input = filterInputName(name, filter);
    const whole = factsIn(resource, filters, name)?.whole;
    const values = valuesOf(sent[input], input !== name);
    const isWhole = values?.every((value) => whole?.safeParse(value).success) ?? false;
    if (!isWhole) throw refusal(resource, name, input, "maskedPart");
  }
  const byText = masked.filter(([, { kind }]) => kind !== "oneOf");
  return byText.length === 0
    ? input
    : metWholly(
        input,
        byText.map(([name]) => name),
      );
}

const refusal = ({ name }: Resource, field: string, at: string, code: "maskedPart" | "maskedSort") =>
  refuse(
    `platform.${code}`,
    { field: `@${name}.${field}` },
    { status: 403, fields: [{ field: at, message: `platform.${code}` }] },
  );
