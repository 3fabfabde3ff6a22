import { readdirSync, readFileSync } from "node:fs";

const manifest = new URL("../../../../package.json", import.meta.url);

/** Version of the running release, as the repository's manifest names it. */
export const releaseVersion: string = (JSON.parse(readFileSync(manifest, "utf8")) as { version: string }).version;

/** Name of the newest migration that this release brings. */
export const newestMigration: string =
  readdirSync(new URL("../../migrations", import.meta.url))
    .filter((file) => file.endsWith(".sql"))
    .map((file) => file.slice(0, -".sql".length))
    .sort()
    .at(-1) ?? "";
