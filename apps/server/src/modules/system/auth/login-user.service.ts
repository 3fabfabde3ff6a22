import { refuse } from "@countinghouse/contract/kit/refusal.ts";
import { permissionOf } from "@countinghouse/contract/kit/resource.ts";
import { seededNameIn } from "@countinghouse/contract/platform/seeded-names.ts";
import { resources } from "@countinghouse/contract/resources.ts";
import { defaultAvatar } from "@countinghouse/contract/system/auth/default-avatar.ts";
import { isOfMerchant } from "../../../platform/access/actor.ts";
import type { Context } from "../../../platform/http/context.ts";
import { settingsOf } from "../../settings/config/index.ts";
import { roleIdsOfUser } from "../role/index.ts";
import { findOwnMerchant, findOwnRecord } from "./login-user.store.ts";

const everyPermission = (): string[] =>
  resources.flatMap(({ name, operations }) =>
    Object.entries(operations)
      .filter(([, operation]) => operation.access === "permission")
      .map(([operation]) => permissionOf(name, operation)),
  );

/** The signed-in user for the shell: own record, permissions, roles and watermark text. */
export async function readLoginUser(ctx: Context, isTrial: boolean) {
  const { actor } = ctx;
  const record = await findOwnRecord(ctx);
  if (!record) throw refuse("platform.unauthenticated");
  const { sys_web_watermark: watermark, sys_lock_screen_seconds: lockScreenSeconds } = await settingsOf(ctx, [
    "sys_web_watermark",
    "sys_lock_screen_seconds",
  ]);
  return {
    ...record,
    avatar: record.avatar || defaultAvatar,
    buttons: actor.holdsAll ? everyPermission() : [...actor.permissions].sort(),
    roleIds: await roleIdsOfUser(ctx, actor.userId),
    watermarkText:
      watermark === "" ? "" : `${watermark}-${seededNameIn(ctx.request.locale, "person", record.realName)}`,
    isLocked: actor.isLocked,
    lockScreenSeconds,
    isTrial,
    isOfMerchant: isOfMerchant(actor),
    viewing: actor.viewing ?? null,
    visiting: actor.visiting ?? null,
    merchant: isOfMerchant(actor) ? await findOwnMerchant(ctx) : null,
  };
}
