import { from } from "../../../platform/db/scoped.ts";
import type { Context } from "../../../platform/http/context.ts";

/** The caller's own record with the names of their organisation and positions. */
export const findOwnRecord = ({ db, actor }: Pick<Context, "db" | "actor">) =>
  db
    .selectFrom("users")
    .innerJoin("orgs", "orgs.id", "users.orgId")
    .leftJoin("positions", "positions.id", "users.posId")
    .select([
      "users.id",
      "users.account",
      "users.realName",
      "users.phone",
      "users.idCardNum",
      "users.email",
      "users.accountType",
      "users.tenantId",
      "users.avatar",
      "users.introduction",
      "users.address",
      "users.signature",
      "users.orgId",
      "orgs.name as orgName",
      "orgs.type as orgType",
      "positions.name as posName",
    ])
    .where("users.id", "=", actor.userId)
    .executeTakeFirst();

/** The caller's merchant; null where none is assigned yet. */
export const findOwnMerchant = async (ctx: Pick<Context, "db" | "actor">) =>
  (await from(ctx, "merchants").select(["id", "name", "nameEn", "currency"]).executeTakeFirst()) ?? null;
