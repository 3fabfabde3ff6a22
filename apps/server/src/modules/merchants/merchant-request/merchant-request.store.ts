import { notFound, refuse } from "@countinghouse/contract/kit/refusal.ts";
import { merchantRequest } from "@countinghouse/contract/merchants/merchant-request/merchant-request.ts";
import { sql } from "kysely";
import { newId } from "../../../platform/db/new-id.ts";
import { change, from, insert, updateStamps } from "../../../platform/db/scoped.ts";
import { assertFresh, lockRow, recordOperations } from "../../../platform/db/table-operations.ts";
import { tenantNameIn } from "../../../platform/db/tenant-name.ts";
import type { Context } from "../../../platform/http/context.ts";
import { merchantInReach } from "../merchant/index.ts";
import type { FieldDifference } from "./merchant-request.policy.ts";

const described = (ctx: Context) =>
  from(ctx, "merchantRequests")
    .innerJoin("merchants", "merchants.id", "merchantRequests.merchantId")
    .where(merchantInReach(ctx))
    .selectAll("merchantRequests")
    .select(["merchants.name as merchantName", tenantNameIn(ctx, "merchantRequests")]);

/** Answers page and detail. */
export const requests = recordOperations({ table: "merchantRequests", resource: merchantRequest, describe: described });

/** A merchant in scope in its current state; an id out of scope is not found. */
export async function findAsker(ctx: Context, merchantId: string) {
  const row = await from(ctx, "merchants").selectAll().where("id", "=", merchantId).executeTakeFirst();
  if (!row) throw notFound("merchant", merchantId);
  return row;
}

interface NewRequest {
  readonly merchantId: string;
  readonly tenantId: number;
  readonly wanted: readonly FieldDifference[];
  readonly note: string | null;
}

export async function addRequest(ctx: Context, asked: NewRequest): Promise<string> {
  const row = await insert(ctx, "merchantRequests", { ...asked, id: newId("mrq", ctx.now) });
  return row.id;
}

interface RequestAnswer {
  readonly id: string;
  readonly version?: number | null | undefined;
  readonly status: "done" | "declined";
  readonly answer: string | null;
}

/** Decides an open request, once. */
export async function answerRequest(ctx: Context, { id, version, ...answered }: RequestAnswer): Promise<void> {
  await requests.detail(ctx, { id });
  const before = await lockRow(ctx, "merchantRequests", merchantRequest, id);
  if (before.status !== "open") throw refuse("merchantRequest.answered");
  assertFresh(merchantRequest, version, before.version);
  const after = await change(ctx, "merchantRequests")
    .set({
      ...answered,
      decideUserName: ctx.actor.realName,
      decideTime: ctx.now.toISOString(),
      ...updateStamps(ctx),
      version: before.version + 1,
    })
    .where(sql<boolean>`id = ${id}`)
    .returningAll()
    .executeTakeFirstOrThrow();
  ctx.recordChange({ table: "merchantRequests", id, before, after });
}
