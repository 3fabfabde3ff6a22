import { eventSchemaName } from "@countinghouse/contract/integration/open-api/open-events.ts";
import { openApiVersion } from "@countinghouse/contract/integration/open-api/open-operation.ts";
import { openOperationList } from "@countinghouse/contract/integration/open-api/open-operations.ts";
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { buildOpenDocument } from "../src/modules/integration/open-api/open-documents.service.ts";
import { notificationOf } from "../src/modules/integration/webhook/index.ts";
import type { Platform } from "../src/platform/platform.ts";

/** What every caller of the open API reads. */
export const openDocument = buildOpenDocument(openOperationList, {
  version: openApiVersion,
  locale: "en",
  server: "https://pay.example",
});

// Not strict about keywords, because OpenAPI has some that JSON Schema does not know; strict about every value.
const ajv = new Ajv2020({ strict: false, allErrors: true });
addFormats.default(ajv);
ajv.addSchema(openDocument, "document");

const compiled = new Map<string, ValidateFunction>();

/** The check of the schema at a place in the document. */
function checkAt(pointer: string): ValidateFunction {
  const known = compiled.get(pointer) ?? ajv.compile({ $ref: `document#${pointer}` });
  compiled.set(pointer, known);
  return known;
}

const escaped = (part: string): string => encodeURIComponent(part.replaceAll("~", "~0").replaceAll("/", "~1"));

/** Holds a value against a schema of the document, and says where it differs. */
function assertFits(pointer: string, value: unknown, what: string): void {
  const check = checkAt(pointer);
  if (check(value)) return;
  const faults = check.errors?.map(
    ({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`,
  );
  throw new Error(`${what} is not what the document says:\n${faults?.join("\n")}\n${JSON.stringify(value)}`);
}

/** Holds a value against a named schema of the document. */
export const assertFitsSchema = (name: string, value: unknown): void =>
  assertFits(`/components/schemas/${name}`, value, name);

const calls = openOperationList.map(([name, { method, path }]) => ({
  name,
  method,
  path: path.replace(/:(\w+)/g, "{$1}"),
  pattern: new RegExp(`^${path.replace(/:\w+/g, "[^/]+")}$`),
}));

/** A request as it was sent, and what came back. */
interface Exchange {
  readonly method: string;
  readonly url: string;
  readonly status: number;
  readonly body: unknown;
}

/**
 * Fails for an answer that the document does not declare: a status or `bizCode` that is not listed for the call, or a
 * body with more, less or other members. Calls of tests themselves are not in the document.
 */
export function assertDeclared({ method, url, status, body }: Exchange): void {
  const path = url.split("?", 1)[0] ?? "";
  const call = calls.find((one) => one.method === method && one.pattern.test(path));
  if (!call) return;
  const declared = openDocument.paths[call.path]?.[method.toLowerCase()]?.responses ?? {};
  const what = `the answer of ${call.name} with status ${status}`;
  if (!Object.hasOwn(declared, status)) throw new Error(`${what} is not declared: ${JSON.stringify(body)}`);
  const place = ["paths", call.path, method.toLowerCase(), "responses", String(status), "content", "application/json"];
  assertFits(`/${place.map(escaped).join("/")}/schema`, body, what);
}

/** Fails for an event that is not what the document says of its type. */
export function assertEvent(event: { readonly type: string }): void {
  assertFitsSchema(eventSchemaName(event.type), event);
}

/** Holds every event that was recorded in a database against the document, as receivers are sent it. */
export async function assertEventsDeclared({ db }: Pick<Platform, "db">): Promise<void> {
  const events = await db
    .selectFrom("merchantEvents")
    .innerJoin("merchants", "merchants.id", "merchantEvents.merchantId")
    .leftJoin("coinApps", "coinApps.id", "merchantEvents.appId")
    .selectAll("merchantEvents")
    .select(["merchants.merchantNo", "coinApps.appNo"])
    .limit(5_000)
    .execute();
  // Rows that a suite marked in every column of text are no events of ours.
  for (const event of events.filter(({ type }) => /^[a-z_]+\.[a-z_]+$/.test(type)))
    assertEvent(notificationOf(event, openApiVersion) as { type: string });
}
