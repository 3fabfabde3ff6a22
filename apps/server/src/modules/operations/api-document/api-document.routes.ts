import { refuse } from "@countinghouse/contract/kit/refusal.ts";
import { sysApi } from "@countinghouse/contract/operations/api-document/api-document.ts";
import { resources } from "@countinghouse/contract/resources.ts";
import { implement } from "../../../platform/http/implement.ts";
import { buildApiDocument } from "../../../platform/http/openapi.ts";
import { buildTranslator } from "../../../platform/http/translate.ts";
import type { Platform } from "../../../platform/platform.ts";
import { releaseVersion } from "../../../platform/release.ts";

/** The OpenAPI document; in production only where enabled. */
export const buildApiDocumentRoutes = ({ config }: Platform) => {
  const translator = buildTranslator(resources);
  return implement(sysApi, {
    read: async ({ request }) => {
      if (config.isProduction && !config.apiDocsInProduction) throw refuse("sysApi.off");
      const { locale } = request;
      return { ...buildApiDocument({ resources, translator, locale, version: releaseVersion }) };
    },
  });
};
