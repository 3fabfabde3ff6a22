import { existsSync, readFileSync } from "node:fs";
import { sysChangelog } from "@countinghouse/contract/changelog/changelog.ts";
import { implement } from "../../platform/http/implement.ts";
import { parseChangelog } from "./changelog.policy.ts";

const file = new URL("../../../../../CHANGELOG.md", import.meta.url);

/** The changelog of the running release; it cannot change while a process runs, so it is read once. */
export function buildChangelogRoutes() {
  const entries = existsSync(file) ? parseChangelog(readFileSync(file, "utf8")) : [];
  return implement(sysChangelog, { list: async (_ctx, { limit }) => entries.slice(0, limit) });
}
