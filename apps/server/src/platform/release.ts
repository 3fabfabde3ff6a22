import { readFileSync } from "node:fs";

const manifest = new URL("../../../../package.json", import.meta.url);

/** Version of the running release, as the repository's manifest names it. */
export const releaseVersion: string = (JSON.parse(readFileSync(manifest, "utf8")) as { version: string }).version;
