import { from } from "../../../platform/db/scoped.ts";
import type { Context } from "../../../platform/http/context.ts";

/** Every method of the catalogue in its order. */
export const listMethods = (ctx: Context) =>
  from(ctx, "paymentMethods")
    .select(["id", "code", "nameEn", "nameZhCn", "nameZhTw", "category", "status"])
    .orderBy("sort")
    .orderBy("id")
    .execute();
