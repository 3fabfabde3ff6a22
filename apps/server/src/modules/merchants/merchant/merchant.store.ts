import type { LookupInput } from "@countinghouse/contract/kit/reference.ts";
import { notFound, refuse } from "@countinghouse/contract/kit/refusal.ts";
import {
  type MerchantAction,
  merchantLifecycle,
} from "@countinghouse/contract/merchants/merchant/merchant.lifecycle.ts";
import { type Merchant, merchant } from "@countinghouse/contract/merchants/merchant/merchant.ts";
import { MerchantStatus } from "@countinghouse/contract/merchants/merchant/merchant-enumerations.ts";
import { type Insertable, type RawBuilder, type Selectable, sql, type Updateable } from "kysely";
import { isForChoosing, whereLookup } from "../../../platform/db/lookup-query.ts";
import { newId } from "../../../platform/db/new-id.ts";
import { change, from, insert, scopeConditions, updateStamps } from "../../../platform/db/scoped.ts";
import { assertFresh, recordOperations } from "../../../platform/db/table-operations.ts";
import type { Tables } from "../../../platform/db/tables.ts";
import { tenantNameIn } from "../../../platform/db/tenant-name.ts";
import type { Context } from "../../../platform/http/context.ts";

export type MerchantRow = Selectable<Tables["merchants"]>;
type Columns = Insertable<Tables["merchants"]>;
/** Values of a new merchant; absent ones take the column's default. */
type MerchantValues = { readonly [Name in keyof Columns]?: Columns[Name] | undefined };

/** The house merchant of a tenant; undefined where it has none yet. */
export async function findHouse({ db }: Pick<Context, "db">, tenantId: number): Promise<string | undefined> {
  const row = await db
    .selectFrom("merchants")
    .select("id")
    .where("tenantId", "=", tenantId)
    .where("isHouse", "=", true)
    .executeTakeFirst();
  return row?.id;
}

const plainColumns = [
  "merchants.id",
  "merchants.merchantNo",
  "merchants.name",
  "merchants.legalName",
  "merchants.nameEn",
  "merchants.type",
  "merchants.country",
  "merchants.registrationNo",
  "merchants.taxNo",
  "merchants.incorporationDate",
  "merchants.registeredAddress",
  "merchants.mcc",
  "merchants.businessModel",
  "merchants.website",
  "merchants.currency",
  "merchants.expectedMonthlyVolume",
  "merchants.averageTicket",
  "merchants.timezone",
  "merchants.contactName",
  "merchants.contactPhone",
  "merchants.contactEmail",
  "merchants.orgId",
  "merchants.status",
  "merchants.statusReason",
  "merchants.canPay",
  "merchants.canRefund",
  "merchants.canWithdraw",
  "merchants.canPayout",
  "merchants.version",
  "merchants.createTime",
  "merchants.createUserId",
  "merchants.createUserName",
  "merchants.updateTime",
  "merchants.updateUserId",
  "merchants.updateUserName",
] as const;

/** Merchants in scope, with the names of what they refer to. */
export const describedMerchants = (ctx: Context) =>
  from(ctx, "merchants")
    .leftJoin("orgs", "orgs.id", "merchants.orgId")
    .select([
      ...plainColumns,
      tenantNameIn(ctx, "merchants"),
      "merchants.riskLevel",
      "orgs.name as orgName",
      sql<string | null>`(
        SELECT string_agg(u.account, ', ' ORDER BY u.account) FROM users u WHERE u.merchant_id = merchants.id
      )`.as("accounts"),
    ]);

/** Answers page, detail and export. */
export const merchants = recordOperations({
  table: "merchants",
  resource: merchant,
  describe: describedMerchants,
});

export const findMerchant = (ctx: Context, id: string): Promise<Merchant> => merchants.detail(ctx, { id });

/** Whether the merchant that a query joins as `merchants` is in the actor's scope: for lists of merchants' records. */
export const merchantInReach = (ctx: Pick<Context, "actor">) =>
  sql<boolean>`(${sql.join([sql`true`, ...scopeConditions(ctx, "merchants")], sql` AND `)})`;

/** Up to 1000 merchants that are not closed, by name. */
export function listMerchants(ctx: Context, asked: LookupInput) {
  const query = from(ctx, "merchants").select(["id", "name", "merchantNo", "status"]).orderBy("name").orderBy("id");
  const open = isForChoosing(asked) ? query.where("status", "<>", "closed") : query;
  return whereLookup(open, asked, {
    id: "id",
    texts: ["name", "merchantNo", "website"],
    whole: ["contactEmail"],
  }).execute();
}

/** Reads a merchant in scope and locks it for this command; refuses a stale version. */
export async function lockMerchant(ctx: Context, id: string, version?: number | null): Promise<MerchantRow> {
  const row = await from(ctx, "merchants").selectAll().where("id", "=", id).forUpdate().executeTakeFirst();
  if (!row) throw notFound("merchant", id);
  assertFresh(merchant, version, row.version);
  return row;
}

export async function insertMerchant(ctx: Context, values: MerchantValues): Promise<MerchantRow> {
  const row = await insert(ctx, "merchants", values);
  await addStep(ctx, { merchantId: row.id, action: "add", fromStatus: null, toStatus: row.status, reason: null });
  return row;
}

export async function updateMerchant(
  ctx: Context,
  before: MerchantRow,
  values: Updateable<Tables["merchants"]>,
): Promise<void> {
  const after = await change(ctx, "merchants")
    .set({ ...values, ...updateStamps(ctx), version: before.version + 1 })
    .where("id", "=", before.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  ctx.recordChange({ table: "merchants", id: before.id, before, after });
}

interface Move {
  readonly action: MerchantAction;
  readonly reason?: string;
  readonly values?: Updateable<Tables["merchants"]>;
}

/** Applies a transition. The state in the `WHERE` decides, whatever was read before. */
export async function moveMerchant(ctx: Context, before: MerchantRow, { action, reason, values }: Move): Promise<void> {
  const { from: allowed, to } = merchantLifecycle.actions[action];
  const after = await change(ctx, "merchants")
    .set({
      ...values,
      ...updateStamps(ctx),
      status: to,
      statusReason: reason ?? null,
      version: before.version + 1,
    })
    .where("id", "=", before.id)
    .where("status", "in", [...allowed])
    .returningAll()
    .executeTakeFirst();
  if (!after) throw refuseMove(ctx, before, action);
  ctx.recordChange({ table: "merchants", id: before.id, before, after });
  if (reason) ctx.recordReason(reason);
  await addStep(ctx, {
    merchantId: before.id,
    action,
    fromStatus: before.status,
    toStatus: to,
    reason: reason ?? null,
  });
}

/** The label of the current state in the caller's language. */
export const statusWord = (ctx: Context, status: string): string =>
  MerchantStatus.memberOf(status)?.text[ctx.request.locale] ?? status;

export const refuseMove = (ctx: Context, { status }: MerchantRow, action: MerchantAction) =>
  refuse("platform.wrongState", {
    action: merchant.messages[ctx.request.locale].actions[action],
    state: statusWord(ctx, status),
  });

type MerchantMove = Pick<
  Insertable<Tables["merchantSteps"]>,
  "merchantId" | "action" | "fromStatus" | "toStatus" | "reason"
>;

const addStep = (ctx: Context, step: MerchantMove): Promise<unknown> =>
  insert(ctx, "merchantSteps", {
    ...step,
    id: newId("mst", ctx.now),
    at: ctx.now.toISOString(),
    userId: ctx.actor.userId || null,
    userName: ctx.actor.realName || null,
  });

/** History of a merchant, newest first. */
export async function readHistory(ctx: Context, id: string) {
  await merchants.detail(ctx, { id });
  return from(ctx, "merchantSteps")
    .select(["id", "at", "action", "fromStatus", "toStatus", "userId", "userName", "reason"])
    .where("merchantId", "=", id)
    .orderBy("at", "desc")
    .orderBy("id", "desc")
    .limit(500)
    .execute();
}

/**
 * Restricts rows to the merchants of the actor's organisations; undefined where the row's own scope suffices. A
 * merchant's users are limited by that scope.
 */
export function ofVisibleMerchants(ctx: Context, column: string): RawBuilder<boolean> | undefined {
  const { orgIds, merchantIds } = ctx.actor.scope;
  if (orgIds === "all" || merchantIds !== "all") return undefined;
  return sql<boolean>`${sql.ref(column)} IN (${from(ctx, "merchants").select("merchants.id")})`;
}
