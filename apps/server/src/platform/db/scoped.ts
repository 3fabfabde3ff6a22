import type { ScopeLimit } from "@countinghouse/contract/kit/list.ts";
import type {
  DeleteQueryBuilder,
  DeleteResult,
  Expression,
  Insertable,
  Selectable,
  SelectQueryBuilder,
  SqlBool,
  UpdateQueryBuilder,
  UpdateResult,
} from "kysely";
import { sql } from "kysely";
import type { Context } from "../http/context.ts";
import { asJson } from "./json-columns.ts";
import { factsOf, type TableName, type Tables } from "./tables.ts";
import { withoutUndefined } from "./without-undefined.ts";

/** The part of a context with the actor and the connection. */
export type ScopeContext = Pick<Context, "actor" | "db">;

/**
 * Conditions that restrict an actor to its own rows of `table`. A table scoped by organisation shows rows of the
 * actor's organisations and rows the actor created; with `selfOnly`, only the latter. A merchant's user is restricted
 * to that merchant instead of an organisation, and where a row is about a person, to the merchant's own users. How the
 * operator is organised is hidden from them.
 */
export const scopeConditions = (ctx: Pick<Context, "actor">, table: TableName): Expression<SqlBool>[] => [
  ...reachConditions(ctx, table),
  // A tenant's house account is no customer: operations on merchants leave it out.
  ...(table === "merchants" ? [sql<SqlBool>`NOT merchants.is_house`] : []),
];

function reachConditions({ actor }: Pick<Context, "actor">, table: TableName): Expression<SqlBool>[] {
  const { scope } = factsOf(table);
  if (scope === "shared") return [];
  const column = (name: string) => sql.ref(`${table}.${name}`);
  const conditions: Expression<SqlBool>[] = [];
  const { tenantId, orgIds, selfOnly, merchantIds } = actor.scope;
  if (scope.isOfOperator && merchantIds !== "all") return [sql<SqlBool>`false`];
  // A merchant belongs to one tenant: where the merchant alone decides the scope, an index that begins with it
  // suffices.
  const isHeldByMerchant = scope.merchant !== undefined && scope.self === undefined && merchantIds !== "all";
  if (scope.tenant && tenantId !== null && !isHeldByMerchant)
    conditions.push(sql<SqlBool>`${column(scope.tenant)} = ${tenantId}`);
  if (scope.user) conditions.push(sql<SqlBool>`${column(scope.user)} = ${actor.userId}`);
  if (scope.merchant && merchantIds !== "all") {
    // Nearly always one merchant: with `=`, rows come out of an index in order.
    const [only, ...others] = merchantIds;
    const ofMerchant =
      only !== undefined && others.length === 0
        ? sql<SqlBool>`${column(scope.merchant)} = ${only}`
        : sql<SqlBool>`${column(scope.merchant)} = ANY(${[...merchantIds]}::text[])`;
    // While viewing a merchant's console, rows that the viewer created elsewhere stay hidden.
    const own = scope.self && !actor.viewing ? sql<SqlBool>` OR ${column(scope.self)} = ${actor.userId}` : sql``;
    conditions.push(sql<SqlBool>`(${ofMerchant}${own})`);
    return conditions;
  }
  if (merchantIds !== "all" && (scope.personId || scope.personAccount)) {
    const person = column(scope.personId ?? scope.personAccount ?? "");
    const key = sql.raw(scope.personId ? "id" : "account");
    conditions.push(
      sql<SqlBool>`${person} IN (SELECT ${key} FROM users WHERE merchant_id = ANY(${[...merchantIds]}::text[]))`,
    );
    return conditions;
  }
  // Rows of a merchant are visible to everyone who may see the merchant; rows of no merchant belong to the tenant.
  if (scope.merchant && !scope.org && orgIds !== "all") {
    const visible = scopeConditions({ actor }, "merchants").reduce((all, one) => sql<SqlBool>`${all} AND ${one}`);
    const owner = column(scope.merchant);
    conditions.push(
      sql<SqlBool>`(${owner} IS NULL OR ${owner} IN (SELECT merchants.id FROM merchants WHERE ${visible}))`,
    );
  }
  if (scope.org && orgIds !== "all") {
    const inOrgs = selfOnly ? sql<SqlBool>`false` : sql<SqlBool>`${column(scope.org)} = ANY(${[...orgIds]}::bigint[])`;
    const own = scope.self ? sql<SqlBool>`${column(scope.self)} = ${actor.userId}` : sql<SqlBool>`false`;
    conditions.push(sql<SqlBool>`(${inOrgs} OR ${own})`);
  }
  return conditions;
}

/** What an operator user's data scope limits in a table; null where it hides nothing. */
export function limitOf({ actor }: Pick<Context, "actor">, table: TableName): ScopeLimit | null {
  const { scope } = factsOf(table);
  const { orgIds, selfOnly, merchantIds } = actor.scope;
  if (scope === "shared" || merchantIds !== "all" || orgIds === "all") return null;
  if (!scope.org && !scope.merchant) return null;
  return selfOnly ? "own" : "organisations";
}

/** Reads a table inside the actor's scope. */
export function from<T extends TableName>(ctx: ScopeContext, table: T): SelectQueryBuilder<Tables, T, object> {
  let query = ctx.db.selectFrom(table as TableName) as unknown as SelectQueryBuilder<Tables, T, object>;
  for (const condition of scopeConditions(ctx, table)) query = query.where(condition);
  return query;
}

/** Tables whose every row belongs to a merchant. */
type OfMerchant = {
  [T in TableName]: Selectable<Tables[T]> extends { readonly merchantId: string; readonly id: string } ? T : never;
}[TableName];

/**
 * Locks a merchant's row in the actor's scope by id until the transaction ends; undefined where there is none. Reads
 * the merchant first and locks by merchant and id, because Citus locks on the node of one merchant only.
 */
export async function lockById<T extends OfMerchant>(
  ctx: ScopeContext,
  table: T,
  id: string,
): Promise<Selectable<Tables[T]> | undefined> {
  const inReach = from(ctx, table as OfMerchant).where(`${table as OfMerchant}.id`, "=", id);
  const read = await inReach.select("merchantId").executeTakeFirst();
  if (!read) return undefined;
  const row = await inReach.where("merchantId", "=", read.merchantId).selectAll().forUpdate().executeTakeFirst();
  return row as unknown as Selectable<Tables[T]> | undefined;
}

/** The merchants in the actor's scope plus the tenant's house account; for the ledger only. */
export const merchantsAndHouse = (ctx: ScopeContext): SelectQueryBuilder<Tables, "merchants", object> =>
  reachConditions(ctx, "merchants").reduce<SelectQueryBuilder<Tables, "merchants", object>>(
    (query, condition) => query.where(condition),
    ctx.db.selectFrom("merchants"),
  );

/** Updates rows inside the actor's scope: an id outside it changes nothing. */
export function change<T extends TableName>(
  ctx: ScopeContext,
  table: T,
): UpdateQueryBuilder<Tables, T, T, UpdateResult> {
  let query = ctx.db.updateTable(table as TableName) as unknown as UpdateQueryBuilder<Tables, T, T, UpdateResult>;
  for (const condition of scopeConditions(ctx, table)) query = query.where(condition);
  return query;
}

/** Deletes rows inside the actor's scope. */
export function remove<T extends TableName>(ctx: ScopeContext, table: T): DeleteQueryBuilder<Tables, T, DeleteResult> {
  let query = ctx.db.deleteFrom(table as TableName) as unknown as DeleteQueryBuilder<Tables, T, DeleteResult>;
  for (const condition of scopeConditions(ctx, table)) query = query.where(condition);
  return query;
}

/** Columns the platform fills in on insert, where the table has them. */
function stamps(ctx: Context, table: TableName): Record<string, unknown> {
  const { scope } = factsOf(table);
  if (scope === "shared") return {};
  return {
    ...(scope.tenant ? { [scope.tenant]: ctx.actor.tenantId } : {}),
    ...(scope.user ? { [scope.user]: ctx.actor.userId } : {}),
    ...(scope.org ? { [scope.org]: ctx.actor.orgId } : {}),
    ...(scope.merchant && ctx.actor.scope.merchantIds !== "all"
      ? { [scope.merchant]: ctx.actor.scope.merchantIds[0] ?? null }
      : {}),
  };
}

/** Who created a row and when, for audited tables. For an approved change the creator is the user who requested it. */
export const creationStamps = ({ actor, askedBy = actor, now }: Pick<Context, "actor" | "askedBy" | "now">) => ({
  createTime: now.toISOString(),
  createUserId: askedBy.userId || null,
  createUserName: askedBy.realName || null,
});

/** Who changed a row and when. */
export const updateStamps = (ctx: Pick<Context, "actor" | "now">) => ({
  updateTime: ctx.now.toISOString(),
  updateUserId: ctx.actor.userId || null,
  updateUserName: ctx.actor.realName || null,
});

/** Values of a new row. Absent or undefined members take the column's default; JSON columns may be given as objects. */
export type NewRow<T extends TableName> = {
  readonly [Name in keyof Insertable<Tables[T]>]?:
    | Insertable<Tables[T]>[Name]
    | StampedRow<Selectable<Tables[T]>, Name>
    | undefined;
};

type StampedRow<Row, Name> = Name extends keyof Row
  ? Extract<Row[Name], object> extends never
    ? never
    : object
  : never;

/**
 * Inserts one row, stamped with tenant, owner and creator where the table has those columns and `values` does not set
 * them, adds it to the audit record and returns it.
 */
export async function insert<T extends TableName>(
  ctx: Context,
  table: T,
  values: NewRow<T>,
): Promise<Selectable<Tables[T]>> {
  const row = {
    ...stamps(ctx, table),
    ...(factsOf(table).audited ? creationStamps(ctx) : {}),
    ...withoutUndefined(values),
  };
  const inserted = await ctx.db
    .insertInto(table as TableName)
    .values(asJson(table, row) as never)
    .returningAll()
    .executeTakeFirstOrThrow();
  const after = inserted as unknown as Selectable<Tables[T]> & { id?: number | string };
  ctx.recordChange({ table, id: after.id ?? "", before: null, after });
  return after;
}
