import type { Resource } from "@countinghouse/contract/kit/resource.ts";
import { changedTables } from "@countinghouse/contract/logs/log-diff/changed-tables.ts";
import { resources } from "@countinghouse/contract/resources.ts";

const all = resources as readonly Resource[];
const byName = new Map(all.map((resource) => [resource.name, resource]));

/** The resource that people know a changed row by: by its table, and where that is not one of theirs, by what was done. */
export const resourceOfRow = (table: string, operation: string): Resource | undefined =>
  byName.get(changedTables[table] ?? "") ?? byName.get(operation.split(".", 1)[0] ?? "");

const labels = (resource: Resource): Readonly<Record<string, string>> => resource.messages.en.fields;

/** The resource that has a word for a field of a row: the row's own, or any other that calls it something. */
export const resourceOfField = (own: Resource | undefined, field: string): Resource | undefined =>
  [...(own ? [own] : []), ...all].find((resource) => Object.hasOwn(labels(resource), field));
