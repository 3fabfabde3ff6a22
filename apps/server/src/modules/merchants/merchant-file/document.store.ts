import { allows } from "@countinghouse/contract/kit/lifecycle.ts";
import { notFound, refuse } from "@countinghouse/contract/kit/refusal.ts";
import { DocumentStatus } from "@countinghouse/contract/merchants/merchant-file/file-enumerations.ts";
import {
  type DocumentAction,
  documentLifecycle,
} from "@countinghouse/contract/merchants/merchant-file/merchant-document.lifecycle.ts";
import { merchantDocument } from "@countinghouse/contract/merchants/merchant-file/merchant-document.ts";
import type { Selectable, Updateable } from "kysely";
import { change, from, insert, lockById, type NewRow, updateStamps } from "../../../platform/db/scoped.ts";
import { assertFresh } from "../../../platform/db/table-operations.ts";
import type { Tables } from "../../../platform/db/tables.ts";
import type { Context } from "../../../platform/http/context.ts";

const table = "merchantDocuments";
export type DocumentRow = Selectable<Tables[typeof table]>;

const inReach = (ctx: Context) =>
  from(ctx, table).selectAll().where("merchantId", "in", from(ctx, "merchants").select("id"));

/** Documents of a merchant in scope, newest first. */
export const documentsOf = (ctx: Context, merchantId: string): Promise<DocumentRow[]> =>
  inReach(ctx)
    .where("merchantId", "=", merchantId)
    .orderBy("createTime", "desc")
    .orderBy("id", "desc")
    .limit(200)
    .execute();

export async function findDocument(ctx: Context, id: string): Promise<DocumentRow> {
  const row = await inReach(ctx).where("id", "=", id).executeTakeFirst();
  if (!row) throw notFound("merchantDocument", id);
  return row;
}

/** Locks a document for a transition; refuses one that its state forbids. */
export async function lockDocument(
  ctx: Context,
  { id, version }: { readonly id: string; readonly version?: number | null | undefined },
  action: DocumentAction,
): Promise<DocumentRow> {
  await findDocument(ctx, id);
  const row = await lockById(ctx, table, id);
  if (!row) throw notFound("merchantDocument", id);
  assertFresh(merchantDocument, version, row.version);
  if (allows(documentLifecycle, row.status, action)) return row;
  const { locale } = ctx.request;
  const words = merchantDocument.messages[locale].actions as Readonly<Record<string, string>>;
  const state = DocumentStatus.memberOf(row.status)?.text[locale] ?? row.status;
  throw refuse("platform.wrongState", { action: words[action] ?? action, state });
}

export const insertDocument = (ctx: Context, values: NewRow<typeof table>): Promise<DocumentRow> =>
  insert(ctx, table, values);

/** Changes a locked document. */
export async function changeDocument(
  ctx: Context,
  before: DocumentRow,
  values: Updateable<Tables[typeof table]>,
): Promise<void> {
  const after = await change(ctx, table)
    .set({ ...values, ...updateStamps(ctx), version: before.version + 1 })
    .where("merchantId", "=", before.merchantId)
    .where("id", "=", before.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  ctx.recordChange({ table, id: before.id, before, after });
}
