import { sysRegion } from "@countinghouse/contract/settings/region/region.ts";
import { type Kysely, type Selectable, type SqlBool, sql, type Updateable } from "kysely";
import { change, from, insert, type NewRow, updateStamps } from "../../../platform/db/scoped.ts";
import { recordOperations } from "../../../platform/db/table-operations.ts";
import type { Tables } from "../../../platform/db/tables.ts";
import type { Context } from "../../../platform/http/context.ts";

export type RegionRow = Selectable<Tables["regions"]>;

/** A region's name in the reader's language, or its default name. */
const calledIn = ({ request }: Context, table: string) =>
  sql<string>`coalesce(${sql.ref(`${table}.names`)} ->> ${request.locale}, ${sql.ref(`${table}.name`)})`;

/** The names of a region and its ancestors, the country first. */
const fullName = (ctx: Context) => sql<string>`(
  WITH RECURSIVE up AS (
    SELECT r.parent_id, ${calledIn(ctx, "r")} AS called, 0 AS steps FROM regions r WHERE r.id = regions.id
    UNION ALL
    SELECT r.parent_id, ${calledIn(ctx, "r")}, up.steps + 1 FROM regions r JOIN up ON r.id = up.parent_id
  )
  SELECT string_agg(called, ' / ' ORDER BY steps DESC) FROM up)`;

const hasChildren = sql<boolean>`EXISTS (SELECT FROM regions b WHERE b.parent_id = regions.id)`;

/** Text searched for a name: the default name and translations. */
const searchedName = sql<string>`concat_ws(' ', regions.name,
  regions.names ->> 'en', regions.names ->> 'zh-cn', regions.names ->> 'zh-tw', regions.short_name, regions.pin_yin)`;

const describe = (ctx: Context) =>
  from(ctx, "regions")
    .select(["id", "pid", "code", "names", "shortName", "level", "pinYin", "zipCode", "cityCode", "lng", "lat"])
    .select(["orderNo", "remark", "version", "createTime", "createUserName", "updateTime", "updateUserName"])
    .select([calledIn(ctx, "regions").as("name"), fullName(ctx).as("mergerName"), hasChildren.as("hasChildren")]);

export const regionRecords = recordOperations({
  table: "regions",
  resource: sysRegion,
  describe,
  columns: { name: searchedName },
});

/** Children of a region, in their order. */
export const readBelow = (ctx: Context, pid: number) =>
  from(ctx, "regions")
    .select(["id", "pid", "code", "level", "version"])
    .select([calledIn(ctx, "regions").as("name"), hasChildren.as("hasChildren")])
    .where("pid", "=", pid)
    .orderBy("orderNo")
    .orderBy("code")
    .execute();

/** Serialises changes of the tree: two valid moves together could form a cycle. */
export const lockTree = ({ db }: Pick<Context, "db">) =>
  sql`SELECT pg_advisory_xact_lock(hashtextextended('regions', 0))`.execute(db);

export const findRegion = ({ db }: Pick<Context, "db">, id: number): Promise<RegionRow | undefined> =>
  db.selectFrom("regions").selectAll().where("id", "=", id).executeTakeFirst();

const below = (id: number) => sql<SqlBool>`id IN (
  WITH RECURSIVE below AS (
    SELECT r.id FROM regions r WHERE r.id = ${id}
    UNION
    SELECT r.id FROM regions r JOIN below b ON r.parent_id = b.id
  )
  SELECT id FROM below)`;

/** A region with its descendants. */
export const readTree = (ctx: Context, id: number): Promise<RegionRow[]> =>
  from(ctx, "regions").selectAll().where(below(id)).execute();

/** Deletes regions in one statement, so that their order does not matter. */
export async function removeRegions(ctx: Context, rows: readonly RegionRow[]): Promise<void> {
  const ids = rows.map(({ id }) => id);
  await ctx.db.deleteFrom("regions").where(sql<SqlBool>`id = ANY(${ids}::bigint[])`).execute();
  for (const row of rows) ctx.recordChange({ table: "regions", id: row.id, before: row, after: null });
}

/** Updates an existing region. */
export async function changeRegion(
  ctx: Context,
  before: RegionRow,
  values: Updateable<Tables["regions"]>,
): Promise<RegionRow> {
  const after = await change(ctx, "regions")
    .set({ ...values, ...updateStamps(ctx), version: before.version + 1 })
    .where("id", "=", before.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  ctx.recordChange({ table: "regions", id: before.id, before, after });
  return after;
}

/** Places of the regions with some codes, as far as they exist. */
export const readKnown = (ctx: Context, codes: readonly string[]) =>
  from(ctx, "regions")
    .leftJoin("regions as above", "above.id", "regions.parentId")
    .select(["regions.code", "regions.level", "above.code as parentCode"])
    .where(sql<SqlBool>`regions.code = ANY(${[...codes]}::text[])`)
    .execute();

export const insertRegion = (ctx: Context, values: NewRow<"regions">): Promise<RegionRow> =>
  insert(ctx, "regions", values);

/** The regions with some codes, locked. */
export const lockByCode = (ctx: Context, codes: readonly string[]): Promise<RegionRow[]> =>
  from(ctx, "regions")
    .selectAll()
    .where(sql<SqlBool>`code = ANY(${[...codes]}::text[])`)
    .forUpdate()
    .execute();

/** A region of the shipped data. */
export interface ShippedRegion {
  readonly code: string;
  readonly parentCode: string | null;
  readonly level: number;
  readonly name: string;
  readonly names: string | null;
  readonly pinYin: string | null;
  /** Its single name in earlier releases. */
  readonly formerName: string;
}

/** Adds missing regions of a level whose parent exists; answers how many. */
export async function addMissing(db: Kysely<Tables>, rows: readonly ShippedRegion[]): Promise<number> {
  const { numAffectedRows } = await sql`
    INSERT INTO regions (pid, code, level, name, names, pin_yin)
    SELECT coalesce(above.id, 0), given.code, given.level, given.name, given.names::jsonb, given.pin_yin
      FROM jsonb_to_recordset(${JSON.stringify(
        rows.map(({ parentCode, pinYin, formerName: _former, ...row }) => ({
          ...row,
          parent_code: parentCode,
          pin_yin: pinYin,
        })),
      )}::jsonb)
           AS given(code text, parent_code text, level smallint, name text, names text, pin_yin text)
      LEFT JOIN regions above ON above.code = given.parent_code
     WHERE (given.parent_code IS NULL OR above.level = given.level - 1)
    ON CONFLICT (code) DO NOTHING`.execute(db);
  return Number(numAffectedRows ?? 0);
}

/** Adds translations to regions of earlier releases; renamed ones stay. */
export const nameInLanguages = (db: Kysely<Tables>, rows: readonly ShippedRegion[]): Promise<unknown> =>
  sql`
    UPDATE regions SET names = given.names::jsonb, name = given.name
      FROM jsonb_to_recordset(${JSON.stringify(
        rows
          .filter(({ names }) => names !== null)
          .map(({ code, name, names, formerName }) => ({ code, name, names, former: formerName })),
      )}::jsonb) AS given(code text, name text, names text, former text)
     WHERE regions.code = given.code AND regions.names IS NULL AND regions.name = given.former
       AND regions.update_time IS NULL`.execute(db);

/** Whether any region exists. */
export const hasRegions = async (db: Kysely<Tables>): Promise<boolean> =>
  (await db.selectFrom("regions").select("id").limit(1).executeTakeFirst()) !== undefined;
