import { existsSync, readFileSync } from "node:fs";
import type { HomeOverview } from "@countinghouse/contract/dashboard/home/home.ts";

const root = new URL("../../../../../../", import.meta.url);

/** Facts about the running process, read once since they do not change. */
export type RunningProcess = Omit<NonNullable<HomeOverview["running"]>, "postgres">;

export const describeProcess = (startedAt: Date): RunningProcess => ({
  product: productVersion(),
  build: commitOf(root),
  node: process.versions.node,
  startedAt: startedAt.toISOString(),
});

function productVersion(): string {
  const { version } = JSON.parse(readFileSync(new URL("package.json", root), "utf8")) as { version: string };
  return version;
}

const commit = /^[0-9a-f]{40}$/;

/** Short commit hash of a checkout; null where the product was not cloned. */
export function commitOf(folder: URL): string | null {
  const head = readIfAny(new URL(".git/HEAD", folder));
  const branch = /^ref: (refs\/\S+)$/.exec(head)?.[1];
  const named = branch ? readIfAny(new URL(`.git/${branch}`, folder)) || packedCommit(folder, branch) : head;
  return commit.test(named) ? named.slice(0, 10) : null;
}

function packedCommit(folder: URL, branch: string): string {
  const line = readIfAny(new URL(".git/packed-refs", folder))
    .split("\n")
    .find((one) => one.endsWith(` ${branch}`));
  return line?.split(" ", 1)[0] ?? "";
}

const readIfAny = (file: URL): string => (existsSync(file) ? readFileSync(file, "utf8").trim() : "");
