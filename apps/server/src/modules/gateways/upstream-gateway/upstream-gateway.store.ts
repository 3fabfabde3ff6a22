import type { LookupInput } from "@countinghouse/contract/kit/reference.ts";
import { sql } from "kysely";
import { whereLookup } from "../../../platform/db/lookup-query.ts";
import { shownName } from "../../../platform/db/name-order.ts";
import { from } from "../../../platform/db/scoped.ts";
import type { Context } from "../../../platform/http/context.ts";

export function listUpstreams(ctx: Context, asked: LookupInput) {
  const query = from(ctx, "upstreamGateways")
    .select(["id", "code", "name", "status"])
    .orderBy(shownName(sql.ref("name"), "upstreamGateway", ctx.request.locale))
    .orderBy("id");
  return whereLookup(query, asked, { id: "id", texts: ["name", "code"] }).execute();
}

/** What each provider can do, by name. */
export const listCapabilities = (ctx: Context) =>
  from(ctx, "upstreamGateways")
    .select(["id", "name", "status", "capabilities"])
    .orderBy(shownName(sql.ref("name"), "upstreamGateway", ctx.request.locale))
    .orderBy("id")
    .execute();
