import { openApiVersion } from "@countinghouse/contract/integration/open-api/open-operation.ts";
import { type Locale, locales } from "@countinghouse/contract/kit/locale.ts";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { compressedOnce } from "../../../platform/http/compressed-once.ts";
import { faceBytes, faceName } from "../../../platform/http/face.ts";
import type { Platform } from "../../../platform/platform.ts";
import { docsPage } from "./docs.page.ts";
import { docsGuide } from "./docs-guide.page.ts";
import { guideScript } from "./docs-guide-script.page.ts";
import { docsScript, docsStyle } from "./docs-script.page.ts";
import type { BoundOpenOperation } from "./open-call.service.ts";
import { buildOpenDocument } from "./open-documents.service.ts";
import { openLocale } from "./open-facts.service.ts";
import { baseOf } from "./pay-address.service.ts";

export interface OpenDocumentsOptions {
  readonly platform: Platform;
  readonly operations: readonly BoundOpenOperation[];
}

/** The reader's language: as chosen on the page, else the browser's. */
function localeOf(request: FastifyRequest): Locale {
  const chosen = (request.query as Readonly<Record<string, unknown>>).lang;
  return locales.find((locale) => locale === chosen) ?? openLocale(request);
}

const pagePolicy =
  "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; connect-src 'self'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'";

/** Builds something once per language: public pages must cost almost nothing. */
function oncePerLocale<T>(make: (locale: Locale) => T): (locale: Locale) => T {
  const made = new Map<Locale, T>();
  return (locale) => {
    const known = made.get(locale) ?? make(locale);
    made.set(locale, known);
    return known;
  };
}

/** Serves the OpenAPI document and the reference page, publicly. */
export function serveOpenDocuments(scope: FastifyInstance, { platform, operations }: OpenDocumentsOptions): void {
  const listed = operations.map(({ name, operation }) => [name, operation] as const);
  const server = platform.config.publicUrl ?? "/";
  const documentIn = oncePerLocale((locale) => buildOpenDocument(listed, { version: openApiVersion, locale, server }));
  const textIn = oncePerLocale((locale) => compressedOnce(JSON.stringify(documentIn(locale))));
  const pageIn = oncePerLocale((locale) => compressedOnce(docsPage(documentIn(locale), locale)));
  const headed = (reply: FastifyReply, type: string) =>
    reply
      .header("content-security-policy", pagePolicy)
      .header("cache-control", "no-cache")
      .header("vary", "accept-language, accept-encoding")
      .type(`${type}; charset=utf-8`);
  const sent = (reply: FastifyReply, type: string, text: string) => headed(reply, type).send(text);
  scope.get("/openapi.json", async (request, reply) =>
    textIn(localeOf(request))(request, headed(reply, "application/json")),
  );
  scope.get("/docs", async (request, reply) => pageIn(localeOf(request))(request, headed(reply, "text/html")));
  scope.get("/docs/guide", async (request, reply) =>
    sent(reply, "text/html", docsGuide(localeOf(request), baseOf(platform, request))),
  );
  scope.get("/docs/guide.js", async (_request, reply) => sent(reply, "text/javascript", guideScript));
  scope.get("/docs/page.js", async (_request, reply) => sent(reply, "text/javascript", docsScript));
  scope.get("/docs/page.css", async (_request, reply) => sent(reply, "text/css", docsStyle));
  scope.get(`/docs/${faceName}`, async (_request, reply) =>
    reply.header("cache-control", "public, max-age=31536000, immutable").type("font/woff2").send(faceBytes),
  );
}
