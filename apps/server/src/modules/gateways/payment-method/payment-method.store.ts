import type { LookupInput } from "@countinghouse/contract/kit/reference.ts";
import { ofTenantOf, whereLookup } from "../../../platform/db/lookup-query.ts";
import { from } from "../../../platform/db/scoped.ts";
import type { Context } from "../../../platform/http/context.ts";

/** Every method of the catalogue in its order. */
export function listMethods(
  ctx: Context,
  { merchantId, ...asked }: LookupInput & { readonly merchantId?: string | null | undefined },
) {
  const query = from(ctx, "paymentMethods")
    .select(["id", "code", "nameEn", "nameZhCn", "nameZhTw", "category", "status"])
    .where(ofTenantOf("paymentMethods", merchantId))
    .orderBy("sort")
    .orderBy("id");
  return whereLookup(query, asked, { id: "id", texts: ["code", "nameEn", "nameZhCn", "nameZhTw"] }).execute();
}
