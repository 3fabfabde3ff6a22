import { type Locale, locales } from "@countinghouse/contract/kit/locale.ts";
import { query } from "@countinghouse/contract/kit/operation.ts";
import { refuse } from "@countinghouse/contract/kit/refusal.ts";
import type { Resource } from "@countinghouse/contract/kit/resource.ts";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { z } from "zod";
import { assertMay, holds } from "../access/permission.ts";
import type { Clock } from "../clock/clock.ts";
import { type ApiDocument, buildApiDocument } from "./openapi.ts";
import { pageScript, pageShell, pageStyle, renderDocument } from "./openapi-page.ts";
import { factsOfRequest } from "./request-facts.ts";
import type { Authenticate } from "./server.ts";
import type { Translator } from "./translate.ts";

/** Permission to read the API documents. */
export const apiPermission = "sysApi:read";

export interface ApiDocumentsOptions {
  readonly resources: readonly Resource[];
  readonly translator: Translator;
  readonly authenticate: Authenticate;
  readonly clock: Clock;
  readonly version: string;
  /** When disabled, neither document nor page is served. */
  readonly isEnabled: boolean;
}

const reading = query(z.object({}), z.unknown(), { access: "signedIn", passive: true });

/** Puts `/api/openapi.json` and the page to read it on the server, for signed-in holders of {@link apiPermission}. */
export function registerApiDocuments(app: FastifyInstance, options: ApiDocumentsOptions): void {
  if (!options.isEnabled) return;
  const documents = new Map<Locale, ApiDocument>();
  const documentIn = (locale: Locale): ApiDocument => {
    const made = documents.get(locale) ?? buildApiDocument({ ...options, locale });
    documents.set(locale, made);
    return made;
  };
  const reader = async (request: FastifyRequest): Promise<Locale> => {
    const facts = factsOfRequest(request);
    const actor = await options.authenticate(facts, reading, () => {});
    assertMay(actor, "sysApi", "read", reading, options.clock.now());
    if (!holds(actor, apiPermission)) throw refuse("platform.forbidden", { permission: apiPermission });
    return facts.locale;
  };
  app.get("/api/openapi.json", async (request, reply) => {
    const document = documentIn(await reader(request));
    return reply
      .header("cache-control", "no-store")
      .type("application/json; charset=utf-8")
      .send(JSON.stringify(document));
  });
  app.get("/api/docs/content", async (request, reply) => {
    const locale = await reader(request);
    return reply
      .header("cache-control", "no-store")
      .type("text/html; charset=utf-8")
      .send(renderDocument(documentIn(locale), locale));
  });
  // An embedding page passes its language in the address: a frame sends the browser's.
  app.get<{ Querystring: { lang?: string } }>("/api/docs", async (request, reply) => {
    const asked = locales.find((one) => one === request.query.lang);
    return reply.type("text/html; charset=utf-8").send(pageShell(asked ?? factsOfRequest(request).locale));
  });
  app.get("/api/docs/page.js", async (_request, reply) =>
    reply.type("text/javascript; charset=utf-8").send(pageScript),
  );
  app.get("/api/docs/page.css", async (_request, reply) => reply.type("text/css; charset=utf-8").send(pageStyle));
}
