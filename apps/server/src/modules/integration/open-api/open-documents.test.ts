import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { eventSample } from "@countinghouse/contract/integration/open-api/event-samples.ts";
import { openErrorList } from "@countinghouse/contract/integration/open-api/open-errors.ts";
import { openApiVersion } from "@countinghouse/contract/integration/open-api/open-operation.ts";
import { openOperationList } from "@countinghouse/contract/integration/open-api/open-operations.ts";
import { eventTypes } from "@countinghouse/contract/integration/webhook/event-types.ts";
import { type Locale, locales } from "@countinghouse/contract/kit/locale.ts";
import { createConfig, lintFromString } from "@redocly/openapi-core";
import spectral from "@stoplight/spectral-core";
import rulesets from "@stoplight/spectral-rulesets";
import { describe, expect, test } from "vitest";
import { assertDeclared, assertEvent, openDocument } from "../../../../test/open-contract.ts";
import { buildOpenDocument, limitHeaders } from "./open-documents.service.ts";
import type { OpenJsonSchema } from "./open-schemas.service.ts";

const documentIn = (locale: Locale) =>
  buildOpenDocument(openOperationList, { version: openApiVersion, locale, server: "https://pay.example" });

/** Every nested schema with its path. */
function below(schema: unknown, place: string): (readonly [string, OpenJsonSchema])[] {
  if (typeof schema !== "object" || schema === null) return [];
  const own = Array.isArray(schema) ? [] : [[place, schema as OpenJsonSchema] as const];
  return [...own, ...Object.entries(schema).flatMap(([name, part]) => below(part, `${place}/${name}`))];
}

/** One schema for all callers, or one for servers and one for payers. */
const answersOf = (schema: OpenJsonSchema = {}): readonly OpenJsonSchema[] =>
  (schema.anyOf as readonly OpenJsonSchema[] | undefined) ?? [schema];

const { schemas } = openDocument.components;
const calls = Object.values(openDocument.paths).flatMap((methods) => Object.values(methods));

describe("the document of the open API", () => {
  test.each(locales)("says in %s what every parameter, every schema and every field is", (locale) => {
    const document = documentIn(locale);
    const missing = Object.values(document.paths)
      .flatMap((methods) => Object.values(methods))
      .flatMap(({ operationId, parameters }) =>
        parameters.filter(({ description }) => !description).map(({ name }) => `${operationId}?${name}`),
      );
    const named = Object.entries(document.components.schemas);
    for (const [name, schema] of named) {
      if (!schema.description && !/(Request|Answer)$/.test(name)) missing.push(name);
      for (const [place, { properties = {} }] of below(schema, name))
        for (const [field, part] of Object.entries(properties as Record<string, OpenJsonSchema>)) {
          const target =
            String(part.$ref ?? "")
              .split("/")
              .at(-1) ?? "";
          if (!part.description && !document.components.schemas[target]?.description) missing.push(`${place}.${field}`);
        }
    }
    expect(missing).toEqual([]);
  });

  test("gives every body and every answer a name, and closes every object", () => {
    const bodies = calls.flatMap(({ requestBody, responses }) => [
      ...(requestBody ? [requestBody.content["application/json"]?.schema] : []),
      ...answersOf(responses["200"]?.content?.["application/json"]?.schema),
    ]);
    for (const schema of bodies) expect(Object.keys(schema ?? {})).toEqual(["$ref"]);
    const open = Object.entries(schemas)
      .flatMap(([name, schema]) => below(schema, name))
      .filter(([, { type, additionalProperties }]) => type === "object" && additionalProperties === undefined)
      // Unknown members are refused in test mode and ignored in live mode.
      .map(([place]) => place);
    expect(open).toEqual([]);
  });

  test("declares what the payer's browser is answered beside what the server is", () => {
    const { getOrder, listOrders } = Object.fromEntries(calls.map((call) => [call.operationId, call]));
    const schemaOf = (call: typeof getOrder) => call?.responses["200"]?.content?.["application/json"]?.schema;
    expect(answersOf(schemaOf(getOrder)).map(({ $ref }) => $ref)).toEqual([
      "#/components/schemas/Order",
      "#/components/schemas/PayerOrder",
    ]);
    expect(schemaOf(listOrders)).toEqual({ $ref: "#/components/schemas/OrderPage" });
  });

  test("declares the headers that tell callers their limits", () => {
    const rates = Object.keys(limitHeaders).filter((name) => name !== "Retry-After");
    expect(Object.keys(openDocument.components.headers)).toEqual(Object.keys(limitHeaders));
    for (const { operationId, responses } of calls) {
      const headersAt = (status: number) => Object.keys(responses[status]?.headers ?? {});
      expect([headersAt(200), headersAt(429), headersAt(503)], operationId).toEqual([
        rates,
        [...rates, "Retry-After"],
        ["Retry-After"],
      ]);
    }
  });

  test("lists under every status the codes that a call can answer, and no other", () => {
    const names = openErrorList.map(([name]) => name);
    expect(schemas.ErrorCode?.enum).toEqual(names);
    const answered = new Set(openOperationList.flatMap(([, { refusals }]) => refusals));
    for (const { operationId, responses } of calls) {
      for (const [status, response] of Object.entries(responses)) {
        if (status === "200") continue;
        const { allOf = [] } = (response.content?.["application/json"]?.schema ?? {}) as { allOf?: OpenJsonSchema[] };
        const { code, bizCode } = (allOf[1]?.properties ?? {}) as Record<string, { const?: number; enum?: string[] }>;
        expect([String(code?.const), bizCode?.enum?.length === 0], operationId).toEqual([status, false]);
        for (const name of bizCode?.enum ?? []) answered.add(name as never);
      }
    }
    expect(names.filter((name) => !answered.has(name))).toEqual([]);
  });

  test("fails a suite whose call answers what is not declared", () => {
    const answer = { method: "GET", url: "/v1/orders/OR1", status: 409, body: {} };
    expect(() => assertDeclared(answer)).toThrow("not declared");
    const wrong = { code: 404, bizCode: "no_route", message: "", requestId: "", docKey: "" };
    expect(() => assertDeclared({ ...answer, status: 404, body: wrong })).toThrow("not what the document says");
    assertDeclared({ ...answer, status: 404, body: { ...wrong, bizCode: "not_found" } });
    expect(() => assertDeclared({ ...answer, status: 404, body: { ...wrong, bizCode: "not_found", more: 1 } })).toThrow(
      '"additionalProperty":"more"',
    );
  });

  test.each(locales)(
    "has nothing in %s that Redocly or Spectral would change",
    async (locale) => {
      const document = documentIn(locale);
      const source = JSON.stringify(document);
      const config = await createConfig({ extends: ["recommended-strict"] });
      const ofRedocly = await lintFromString({ source, absoluteRef: "/openapi.json", config });
      const linter = new spectral.Spectral();
      linter.setRuleset({
        extends: [[rulesets.oas as never, "all"]],
        rules: {
          // Tags are in the order of an integration.
          "openapi-tags-alphabetical": "off",
          // An installation has no contact address of ours.
          "contact-properties": "off",
        },
      });
      const ofSpectral = await linter.run(document as never);
      expect(ofRedocly.map(({ ruleId, message, location }) => [ruleId, message, location[0]?.pointer])).toEqual([]);
      expect(ofSpectral.map(({ code, message, path: place }) => [code, message, place.join("/")])).toEqual([]);
    },
    60_000,
  );
});

const sources = path.resolve(import.meta.dirname, "../..");

describe("an event", () => {
  test.each(eventTypes)("%s has a schema of its own, and a sample that fits it", (type) => {
    assertEvent(eventSample(type));
    expect(() => assertEvent({ ...eventSample(type), more: 1 } as never)).toThrow('"additionalProperty":"more"');
  });

  test("is listed only if something sends it", () => {
    const files = readdirSync(sources, { recursive: true, encoding: "utf8" }).filter((file) =>
      /(?<!\.test)\.ts$/.test(file),
    );
    const code = files.map((file) => readFileSync(path.join(sources, file), "utf8")).join("\n");
    expect(eventTypes.filter((type) => !code.includes(`"${type}"`))).toEqual([]);
    const described = (schemas.Event?.oneOf ?? []) as readonly unknown[];
    expect(described).toHaveLength(eventTypes.length);
  });
});
