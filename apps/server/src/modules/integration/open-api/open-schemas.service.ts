import { RecordedEvent } from "@countinghouse/contract/integration/open-api/open-events.ts";
import { openSchemas, wordsOf } from "@countinghouse/contract/integration/open-api/open-fields.ts";
import type { Locale } from "@countinghouse/contract/kit/locale.ts";
import { z } from "zod";

/** A JSON Schema as in OpenAPI 3.1. */
export type OpenJsonSchema = Record<string, unknown>;

const place = "#/components/schemas/";

export const refTo = (name: string): OpenJsonSchema => ({ $ref: `${place}${name}` });

/** Schemas of a document: each named one is defined once and referenced elsewhere. */
export interface OpenSchemas {
  /** The schema at its place of use: a reference, if it has a name. */
  of(schema: z.ZodType, io: "input" | "output"): OpenJsonSchema;
  /** The schema under a given name, for those unnamed in the contract. */
  named(name: string, schema: z.ZodType, io: "input" | "output"): OpenJsonSchema;
  /** Every named schema seen so far, by name. */
  all(): Record<string, OpenJsonSchema>;
}

/** Events are stored as recorded; they are documented by the schema of events. */
function asDocumented(schema: z.ZodType, described: Record<string, unknown>): void {
  if (schema !== RecordedEvent) return;
  for (const key of Object.keys(described)) delete described[key];
  described.$ref = "#/$defs/Event";
}

function describe(schema: z.ZodType, described: Record<string, unknown>, locale: Locale): void {
  const text = wordsOf(schema);
  if (text) described.description = text[locale];
  // The format replaces the pattern.
  if (described.format !== undefined) delete described.pattern;
  if (schema instanceof z.ZodDiscriminatedUnion)
    described.discriminator = { propertyName: schema.def.discriminator, mapping: mappingOf(schema) };
  asDocumented(schema, described);
}

/** Schema of each discriminator value of a union. */
function mappingOf(union: z.ZodDiscriminatedUnion): Record<string, string> {
  const { discriminator, options } = union.def;
  return Object.fromEntries(
    (options as readonly z.ZodObject[]).map((option) => [
      String((option.shape[discriminator] as z.ZodLiteral).value),
      `${place}${openSchemas.get(option)?.id ?? ""}`,
    ]),
  );
}

/** Rewrites references to the document's components. */
const pointed = (schema: object): OpenJsonSchema =>
  JSON.parse(JSON.stringify(schema).replaceAll('"$ref":"#/$defs/', `"$ref":"${place}`)) as OpenJsonSchema;

/** Collects the schemas of a document in one language. Two different ones of the same name are a defect. */
export function collectSchemas(locale: Locale): OpenSchemas {
  const known = new Map<string, OpenJsonSchema>();
  const keep = (name: string, schema: OpenJsonSchema): void => {
    const before = known.get(name);
    if (before && JSON.stringify(before) !== JSON.stringify(schema))
      throw new Error(`two schemas of the open API are called ${name}`);
    known.set(name, schema);
  };
  const of: OpenSchemas["of"] = (schema, io) => {
    const described = z.toJSONSchema(schema, {
      io,
      target: "draft-2020-12",
      unrepresentable: "any",
      metadata: openSchemas,
      override: ({ zodSchema, jsonSchema }) => describe(zodSchema as unknown as z.ZodType, jsonSchema, locale),
    });
    const {
      $schema: _draft,
      $defs = {},
      ...rest
    } = pointed(described) as { $defs?: Record<string, OpenJsonSchema> } & OpenJsonSchema;
    for (const [name, one] of Object.entries($defs)) keep(name, one);
    return rest;
  };
  return {
    of,
    named: (name, schema, io) => {
      const found = of(schema, io);
      if (found.$ref !== undefined) return found;
      keep(name, found);
      return refTo(name);
    },
    all: () => Object.fromEntries([...known].sort(([a], [b]) => (a < b ? -1 : 1))),
  };
}
