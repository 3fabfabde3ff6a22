import { existsSync, readFileSync } from "node:fs";
import { sysChangelog } from "@countinghouse/contract/dashboard/changelog/changelog.ts";
import { type Locale, locales } from "@countinghouse/contract/kit/locale.ts";
import { implement } from "../../../platform/http/implement.ts";
import { parseChangelog } from "./changelog.policy.ts";

const fileOf = (locale: Locale): URL =>
  new URL(`../../../../../../CHANGELOG${locale === "en" ? "" : `.${locale}`}.md`, import.meta.url);

/** The changelog of the running release in each language; constant while a process runs, so it is read once. */
export function buildChangelogRoutes() {
  const entries = new Map(
    locales.map((locale) => {
      const file = fileOf(locale);
      return [locale, existsSync(file) ? parseChangelog(readFileSync(file, "utf8")) : []];
    }),
  );
  return implement(sysChangelog, {
    list: async ({ request }, { limit }) => (entries.get(request.locale) ?? []).slice(0, limit),
  });
}
