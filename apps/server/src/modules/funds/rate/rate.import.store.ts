import { sysRate } from "@countinghouse/contract/funds/rate/rate.ts";
import type { Kysely } from "kysely";
import { newId } from "../../../platform/db/new-id.ts";
import { from } from "../../../platform/db/scoped.ts";
import type { Tables } from "../../../platform/db/tables.ts";
import type { Context } from "../../../platform/http/context.ts";

const kind = `${sysRate.name}.import`;

/** The importing user: the requester, where a second person approves. */
const importerOf = ({ askedBy, actor }: Context): number => (askedBy ?? actor).userId;

/** Opens an import that waits for the parts of its file. */
export async function openImport(ctx: Context, parts: number): Promise<string> {
  const id = newId("run", ctx.now);
  await ctx.db
    .insertInto("jobRuns")
    .values({
      id,
      kind,
      tenantId: ctx.actor.tenantId,
      userId: importerOf(ctx),
      input: JSON.stringify({ parts, locale: ctx.request.locale }),
      createdAt: ctx.now.toISOString(),
    })
    .execute();
  return id;
}

/** The importer's import that still waits for parts, locked, with their number; undefined for any other. */
export async function lockImport(ctx: Context, id: string): Promise<{ parts: number; received: number } | undefined> {
  const run = await ctx.db
    .selectFrom("jobRuns")
    .select("input")
    .where("id", "=", id)
    .where("userId", "=", importerOf(ctx))
    .where("kind", "=", kind)
    .where("state", "=", "waiting")
    .forUpdate()
    .executeTakeFirst();
  if (!run) return undefined;
  const { count } = await from(ctx, "rateImportParts")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("runId", "=", id)
    .executeTakeFirstOrThrow();
  return { parts: (run.input as { parts: number }).parts, received: Number(count) };
}

export async function addPart(ctx: Context, runId: string, part: number, content: string): Promise<void> {
  await ctx.db.insertInto("rateImportParts").values({ runId, part, content }).execute();
}

/** The parts of a file in order, for the job that reads them. */
export async function readParts(db: Kysely<Tables>, runId: string): Promise<string[]> {
  const rows = await db
    .selectFrom("rateImportParts")
    .select("content")
    .where("runId", "=", runId)
    .orderBy("part")
    .execute();
  return rows.map(({ content }) => content);
}

/** Deletes the parts of an ended import. */
export async function dropParts(db: Kysely<Tables>, runId: string): Promise<void> {
  await db.deleteFrom("rateImportParts").where("runId", "=", runId).execute();
}
