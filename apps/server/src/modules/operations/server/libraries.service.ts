import { readFileSync } from "node:fs";

interface Manifest {
  readonly dependencies?: Readonly<Record<string, string>>;
}

const manifestOf = (path: string): Manifest =>
  JSON.parse(readFileSync(new URL(path, import.meta.url), "utf8")) as Manifest;

/** The server's libraries in exact versions, as pinned by its manifests. */
export function libraries(): { name: string; version: string }[] {
  const pinned = ["../../../../package.json", "../../../../../../package.json"].flatMap((path) =>
    Object.entries(manifestOf(path).dependencies ?? {}),
  );
  return [...new Map(pinned)]
    .filter(([name]) => !name.startsWith("@countinghouse/"))
    .map(([name, version]) => ({ name, version }))
    .sort((one, other) => one.name.localeCompare(other.name, "en"));
}
