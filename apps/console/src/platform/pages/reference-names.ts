import { type FieldFacts, factsOf } from "@countinghouse/contract/kit/field.ts";
import type { Resource } from "@countinghouse/contract/kit/resource.ts";

const lowerFirst = (text: string): string => `${text.charAt(0).toLowerCase()}${text.slice(1)}`;

/** Fields that may hold the name of what an id refers to, the fullest first: `coinAppId` is named by `coinAppName` or `appName`. */
export function nameFieldsOf(idField: string): string[] {
  if (!/.Ids?$/.test(idField)) return [];
  const words = idField.replace(/Ids?$/, "").split(/(?=[A-Z])/);
  return words.map((_word, from) => `${lowerFirst(words.slice(from).join(""))}Name`);
}

const byResource = new WeakMap<
  Resource,
  ReadonlyMap<string, { readonly idField: string; readonly facts: FieldFacts }>
>();

function namesIn(resource: Resource) {
  const known = byResource.get(resource);
  if (known) return known;
  const names = new Map<string, { readonly idField: string; readonly facts: FieldFacts }>();
  for (const [idField, schema] of Object.entries(resource.record.shape)) {
    const facts = factsOf(schema as never);
    const name = facts.kind === "reference" && nameFieldsOf(idField).find((field) => field in resource.record.shape);
    if (name && !names.has(name)) names.set(name, { idField, facts });
  }
  byResource.set(resource, names);
  return names;
}

/** The field whose record a name is of: `merchantName` is the name of what `merchantId` refers to. */
export const namedBy = (resource: Resource, field: string) => namesIn(resource).get(field);
