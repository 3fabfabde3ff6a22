import { type Locale, localeFrom } from "@countinghouse/contract/kit/locale.ts";
import type { FastifyRequest } from "fastify";
import type { RequestFacts } from "../../../platform/http/context.ts";
import { factsOfRequest } from "../../../platform/http/request-facts.ts";

/** Language of the open API: English, unless `Accept-Language` asks for another supported one. */
export const openLocale = ({ headers }: Pick<FastifyRequest, "headers">): Locale =>
  localeFrom(headers["accept-language"], "en");

/** Request facts of the open API. */
export const openFacts = (request: FastifyRequest): RequestFacts => ({
  ...factsOfRequest(request),
  locale: openLocale(request),
});
