import { notFound } from "@countinghouse/contract/kit/refusal.ts";
import type { Selectable } from "kysely";
import { from } from "../../../platform/db/scoped.ts";
import type { Tables } from "../../../platform/db/tables.ts";
import type { Context } from "../../../platform/http/context.ts";

/** A sealed value with its credential's name. */
export interface SealedCredential {
  readonly name: string;
  readonly sealed: string;
}

/** The set credentials of an account, with time and user. */
export const listSetCredentials = ({ db }: Pick<Context, "db">, gatewayAccountId: string) =>
  db
    .selectFrom("gatewayCredentials")
    .select(["name", "setTime", "setUserName"])
    .where("gatewayAccountId", "=", gatewayAccountId)
    .execute();

/** Sets credentials. The audit record contains only their names. */
export async function putCredentials(
  ctx: Context,
  gatewayAccountId: string,
  credentials: readonly SealedCredential[],
): Promise<void> {
  const stamps = { setTime: ctx.now.toISOString(), setUserName: ctx.actor.realName || null };
  await ctx.db
    .insertInto("gatewayCredentials")
    .values(credentials.map((credential) => ({ gatewayAccountId, ...credential, ...stamps })))
    .onConflict((conflict) =>
      conflict.columns(["gatewayAccountId", "name"]).doUpdateSet(({ ref }) => ({
        sealed: ref("excluded.sealed"),
        setTime: ref("excluded.setTime"),
        setUserName: ref("excluded.setUserName"),
      })),
    )
    .execute();
  const names = credentials.map(({ name }) => name);
  ctx.recordChange({ table: "gatewayCredentials", id: gatewayAccountId, before: null, after: { set: names } });
}

export type CredentialChangeRow = Selectable<Tables["credentialChanges"]>;

/** The pending change of an account, without its values. */
export const waitingChange = (ctx: Context, gatewayAccountId: string) =>
  from(ctx, "credentialChanges")
    .select(["id", "names", "reason", "createTime", "createUserId", "createUserName"])
    .where("gatewayAccountId", "=", gatewayAccountId)
    .where("status", "=", "pending")
    .executeTakeFirst();

/** A change of an account, locked; refuses a missing one. */
export async function lockChange(ctx: Context, gatewayAccountId: string, id: string): Promise<CredentialChangeRow> {
  const row = await from(ctx, "credentialChanges")
    .selectAll()
    .where("id", "=", id)
    .where("gatewayAccountId", "=", gatewayAccountId)
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw notFound("gatewayAccount", id);
  return row;
}

interface NewChange {
  readonly id: string;
  readonly tenantId: number;
  readonly gatewayAccountId: string;
  readonly names: string[];
  readonly sealed: string;
  readonly reason: string;
}

/** Records credentials that wait for a second person. */
export async function insertChange(ctx: Context, change: NewChange): Promise<void> {
  await ctx.db
    .insertInto("credentialChanges")
    .values({
      ...change,
      createTime: ctx.now.toISOString(),
      createUserId: ctx.actor.userId,
      createUserName: ctx.actor.realName || null,
    })
    .execute();
  ctx.recordChange({ table: "credentialChanges", id: change.id, before: null, after: change });
}

/** Ends a pending change and deletes its values. */
export async function decideChange(
  ctx: Context,
  { id, names }: CredentialChangeRow,
  status: "approved" | "rejected" | "withdrawn",
  decideReason: string | null = null,
): Promise<void> {
  await ctx.db
    .updateTable("credentialChanges")
    .set({
      status,
      sealed: null,
      decideReason,
      decideTime: ctx.now.toISOString(),
      decideUserId: ctx.actor.userId,
      decideUserName: ctx.actor.realName || null,
    })
    .where("id", "=", id)
    .where("status", "=", "pending")
    .execute();
  ctx.recordChange({ table: "credentialChanges", id, before: { names, status: "pending" }, after: { names, status } });
}
