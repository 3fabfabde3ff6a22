import { factsOf } from "@countinghouse/contract/kit/field.ts";
import type { Locale } from "@countinghouse/contract/kit/locale.ts";
import type { Operation } from "@countinghouse/contract/kit/operation.ts";
import { refusalFacts } from "@countinghouse/contract/kit/refusal.ts";
import { pathOf, permissionOf, type Resource } from "@countinghouse/contract/kit/resource.ts";
import { z } from "zod";
import type { Translator } from "./translate.ts";

/** A JSON Schema of draft 2020-12, which is what OpenAPI 3.1 uses. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** A refusal that a caller has to expect. */
export interface DescribedRefusal {
  readonly code: string;
  readonly message: string;
}

/** A response of an operation. */
export interface DescribedResponse {
  readonly description: string;
  readonly content?: Readonly<Record<string, { readonly schema: JsonSchema }>>;
  readonly "x-refusals"?: readonly DescribedRefusal[];
}

export interface DescribedParameter {
  readonly name: string;
  readonly in: "query" | "path";
  readonly required: boolean;
  readonly schema: JsonSchema;
}

/** An operation of the document. */
export interface DescribedOperation {
  readonly operationId: string;
  readonly summary: string;
  readonly tags: readonly string[];
  readonly security: readonly Readonly<Record<string, readonly string[]>>[];
  readonly "x-permission"?: string;
  readonly "x-access": Operation["access"];
  readonly parameters?: readonly DescribedParameter[];
  readonly requestBody?: {
    readonly required: boolean;
    readonly content: Readonly<Record<string, { readonly schema: JsonSchema }>>;
  };
  readonly responses: Readonly<Record<string, DescribedResponse>>;
}

/** The document of every operation (OpenAPI 3.1). */
export interface ApiDocument {
  readonly openapi: "3.1.0";
  readonly info: { readonly title: string; readonly version: string };
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, DescribedOperation>>>>;
  readonly components: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

export interface ApiDocumentOptions {
  readonly resources: readonly Resource[];
  readonly translator: Translator;
  readonly locale: Locale;
  readonly version: string;
}

/** Describes every operation from the contract, in the reader's language. */
export function buildApiDocument(options: ApiDocumentOptions): ApiDocument {
  const { resources, translator, locale, version } = options;
  const paths: Record<string, Record<string, DescribedOperation>> = {};
  const schemas: Record<string, unknown> = { Envelope: envelope({}) };
  for (const resource of resources) {
    const label = (field: string) => translator.fieldLabel(resource.name, field, locale);
    schemas[resource.name] = schemaOf(resource.record, "output", { name: resource.name, label, schemas });
    for (const [name, operation] of Object.entries(resource.operations)) {
      // `:name` of the route is `{name}` here.
      const path = pathOf(resource, name).replace(/:(\w+)/g, "{$1}");
      const input = schemaOf(operation.input, "input", { name: `${resource.name}.${name}.input`, label, schemas });
      const output = schemaOf(operation.output, "output", { name: `${resource.name}.${name}.result`, label, schemas });
      const described = describe(options, { resource, name, operation, input, output });
      paths[path] = { ...paths[path], [operation.method.toLowerCase()]: described };
    }
  }
  return {
    openapi: "3.1.0",
    info: { title: "Countinghouse", version },
    tags: resources.map(({ name }) => ({ name, description: translator.title(name, locale) })),
    paths,
    components: { schemas, securitySchemes: { session: { type: "http", scheme: "bearer", bearerFormat: "JWT" } } },
  };
}

interface Named {
  readonly resource: Resource;
  readonly name: string;
  readonly operation: Operation;
  readonly input: JsonSchema;
  readonly output: JsonSchema;
}

function describe(options: ApiDocumentOptions, named: Named): DescribedOperation {
  const { translator, locale } = options;
  const { resource, name, operation, input } = named;
  const title = translator.title(resource.name, locale);
  return {
    operationId: `${resource.name}.${name}`,
    summary: `${title}: ${translator.actionLabel(resource.name, name, locale)}`,
    tags: [resource.name],
    security: operation.access === "anonymous" ? [] : [{ session: [] }],
    "x-access": operation.access,
    ...(operation.access === "permission" ? { "x-permission": permissionOf(resource.name, name) } : {}),
    ...(operation.method === "GET"
      ? { parameters: parametersOf(input, pathOf(resource, name)) }
      : { requestBody: { required: true, content: { "application/json": { schema: input } } } }),
    responses: { "200": answerOf(named), ...refusalsOf(options, named) },
  };
}

/** One parameter per property. Schema ids are left out of queries, where references cannot be followed. */
function parametersOf(input: JsonSchema, path: string): DescribedParameter[] {
  const required = new Set((input.required as readonly string[] | undefined) ?? []);
  const properties = Object.entries((input.properties ?? {}) as Readonly<Record<string, JsonSchema>>);
  return properties.map(([name, schema]) => {
    const isInPath = new RegExp(`:${name}\\b`).test(path);
    return { name, in: isInPath ? "path" : "query", required: isInPath || required.has(name), schema };
  });
}

function answerOf({ resource, operation, output }: Named): DescribedResponse {
  const description = "OK";
  if (operation.answer === "file") {
    return { description, content: { "application/octet-stream": { schema: { type: "string", format: "binary" } } } };
  }
  const isRecord = operation.output === resource.record;
  const result = isRecord ? { $ref: `#/components/schemas/${resource.name}` } : output;
  return {
    description,
    content: { "application/json": { schema: operation.answer === "bare" ? result : envelope(result) } },
  };
}

const envelope = (result: JsonSchema): JsonSchema => ({
  type: "object",
  required: ["code", "type", "message", "result", "extras", "time"],
  properties: {
    code: { type: "integer" },
    type: { enum: ["success", "error"] },
    message: { type: "string" },
    result,
    extras: {
      type: ["object", "null"],
      properties: { bizCode: { type: "string" }, fields: { type: "array" }, requestId: { type: "string" } },
    },
    time: { type: "string", format: "date-time" },
  },
});

/** Refusals by status: the platform's, which follow from the operation's kind, and the resource's own. */
function refusalsOf({ translator, locale }: ApiDocumentOptions, { resource, operation, input }: Named) {
  const platform: Record<string, string[]> = {
    "400": ["malformedRequest"],
    "408": ["requestTimeout"],
    "431": ["headersTooLarge"],
    "503": ["databaseUnavailable", "storageFull"],
  };
  const hasInput = Object.keys((input.properties ?? {}) as object).length > 0;
  if (hasInput || operation.method === "POST")
    platform["400"] = ["malformedRequest", "invalidInput", ...(operation.method === "POST" ? ["malformedBody"] : [])];
  if (operation.access !== "anonymous") platform["401"] = ["unauthenticated"];
  if (operation.access === "permission") platform["403"] = ["forbidden"];
  if (operation.for === "operator") platform["403"] = [...(platform["403"] ?? []), "operatorOnly"];
  if (operation.stepUp) platform["403"] = [...(platform["403"] ?? []), "stepUpRequired"];
  // 202: the change was not made, and waits for a second person.
  if (operation.secondPerson) Object.assign(platform, { "202": ["sentForApproval"], "428": ["reasonRequired"] });
  if (hasInput && "id" in ((input.properties ?? {}) as object)) platform["404"] = ["notFound"];
  if (operation.kind === "command") platform["409"] = ["idempotencyInProgress", "idempotencyMismatch"];
  if (operation.access !== "anonymous" && !operation.whileLocked) platform["423"] = ["locked"];
  const described = (codes: readonly string[]): DescribedResponse => ({
    description: codes.join(", "),
    content: { "application/json": { schema: { $ref: "#/components/schemas/Envelope" } } },
    "x-refusals": codes.map((code) => ({ code, message: translator.refusal(code, {}, locale) })),
  });
  const codes = new Map(
    Object.entries(platform).map(([status, listed]) => [status, listed.map((code) => `platform.${code}`)]),
  );
  for (const own of operation.refusals) {
    const code = `${resource.name}.${own}`;
    const status = String(refusalFacts(code).status ?? 400);
    codes.set(status, [...(codes.get(status) ?? []), code]);
  }
  return Object.fromEntries([...codes].map(([status, listed]) => [status, described(listed)]));
}

/** JSON Schema of a zod schema, with the label of each field and the words of each enumeration value. */
function schemaOf(schema: z.ZodType, io: "input" | "output", { name, label, schemas }: Naming): JsonSchema {
  const {
    $schema: _draft,
    $defs,
    ...described
  } = z.toJSONSchema(schema, {
    io,
    target: "draft-2020-12",
    // Types that JSON Schema cannot express are described by their label only.
    unrepresentable: "any",
    override: ({ zodSchema, jsonSchema }) => {
      const { kind, enumeration } = factsOf(zodSchema as unknown as z.ZodType);
      if (enumeration)
        jsonSchema.description = enumeration.members.map((member) => `${member.value} = ${member.name}`).join(", ");
      // Ids are accepted as digit strings too, and always answered as numbers.
      if (kind === "id" && io === "output" && jsonSchema.anyOf) {
        delete jsonSchema.anyOf;
        jsonSchema.type = "integer";
      }
      // `format` already says it.
      if (jsonSchema.format !== undefined) delete jsonSchema.pattern;
    },
  });
  // A recursive schema becomes a component, because a reference counts from the root of the document.
  const isOwnPart = JSON.stringify(described).includes('"$ref":"#"');
  const finish = (part: unknown): JsonSchema => finished(part, label, `#/components/schemas/${name}`) as JsonSchema;
  for (const [key, part] of Object.entries($defs ?? {})) schemas[`${name}.${key}`] = finish(part);
  if (!isOwnPart) return finish(described);
  schemas[name] = finish(described);
  return { $ref: `#/components/schemas/${name}` };
}

/** Components for named schemas, and labels of fields. */
interface Naming {
  readonly name: string;
  readonly label: (field: string) => string;
  readonly schemas: Record<string, unknown>;
}

/** Labels each field and points references to the components. */
function finished(part: unknown, label: Naming["label"], own: string): unknown {
  if (Array.isArray(part)) return part.map((item) => finished(item, label, own));
  if (part === null || typeof part !== "object") return part;
  return Object.fromEntries(
    Object.entries(part).map(([key, value]) => {
      if (key === "$ref" && typeof value === "string")
        return [key, value === "#" ? own : value.replace("#/$defs/", `${own}.`)];
      if (key !== "properties") return [key, finished(value, label, own)];
      const properties = Object.entries(value as object).map(([field, schema]) => {
        const text = label(field);
        return [field, { ...(text === field ? {} : { title: text }), ...(finished(schema, label, own) as object) }];
      });
      return [key, Object.fromEntries(properties)];
    }),
  );
}
