import { notFound, type Refusal } from "@countinghouse/contract/kit/refusal.ts";
import type { Resource } from "@countinghouse/contract/kit/resource.ts";
import { assertFresh } from "../../../platform/db/table-operations.ts";
import type { Context } from "../../../platform/http/context.ts";

interface Line {
  readonly id: string;
  readonly version: number;
}

interface Ending<L extends Line, File> {
  readonly resource: Resource;
  /** Refuses a line that is named twice. */
  repeated(): Refusal;
  read(ids: readonly string[]): Promise<L[]>;
  lock(line: L): Promise<File>;
  /** Refuses lines of different files or causes: one command is one decision. */
  assertAlike(lines: readonly L[]): void;
  assertGenuine(lines: readonly L[]): Promise<void>;
}

/** Reads and locks the requested lines with their file; refuses a line that changed since it was read. */
export async function lockAsked<L extends Line, File>(
  asked: readonly Line[],
  { resource, repeated, read, lock, assertAlike, assertGenuine }: Ending<L, File>,
): Promise<{ file: File; lines: L[] }> {
  const versions = new Map(asked.map(({ id, version }) => [id, version]));
  if (versions.size < asked.length) throw repeated();
  const seen = await read([...versions.keys()]);
  const [first] = seen;
  const unknown = asked.find(({ id }) => !seen.some((line) => line.id === id));
  if (!first || unknown) throw notFound(resource.name, unknown?.id ?? "");
  assertAlike(seen);
  const file = await lock(first);
  const lines = await read([...versions.keys()]);
  for (const { id, version } of lines) assertFresh(resource, versions.get(id), version);
  await assertGenuine(lines);
  return { file, lines };
}

/** Who resolves a line now, and why. */
export function resolutionStamp(ctx: Context, reason: string) {
  const { userId, realName } = ctx.askedBy ?? ctx.actor;
  return {
    remark: reason,
    resolveUserId: userId || null,
    resolveUserName: realName || null,
    resolveTime: ctx.now.toISOString(),
  };
}

/** Names of the merchants of some records. */
export async function merchantNames(
  { db }: Pick<Context, "db">,
  records: readonly { readonly merchantId: string }[],
): Promise<ReadonlyMap<string, string>> {
  const ids = [...new Set(records.map(({ merchantId }) => merchantId))];
  if (ids.length === 0) return new Map();
  const rows = await db.selectFrom("merchants").select(["id", "name"]).where("id", "in", ids).execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}
