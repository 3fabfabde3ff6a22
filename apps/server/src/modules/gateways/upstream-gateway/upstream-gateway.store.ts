import type { LookupAsked } from "@countinghouse/contract/kit/reference.ts";
import type { GatewayCapability } from "@countinghouse/contract/payment-enumerations.ts";
import { whereLookup } from "../../../platform/db/lookup-query.ts";
import { from } from "../../../platform/db/scoped.ts";
import type { Context } from "../../../platform/http/context.ts";

export function listUpstreams(ctx: Context, asked: LookupAsked) {
  const query = from(ctx, "upstreamGateways").select(["id", "code", "name", "status"]).orderBy("name").orderBy("id");
  return whereLookup(query, asked, { id: "id", texts: ["name", "code"] }).execute();
}

type Capability = (typeof GatewayCapability.members)[number]["value"];

/** What each provider can do, by name. */
export async function listCapabilities(ctx: Context) {
  const rows = await from(ctx, "upstreamGateways")
    .select(["id", "name", "status", "capabilities"])
    .orderBy("name")
    .orderBy("id")
    .execute();
  return rows as (Omit<(typeof rows)[number], "capabilities"> & { capabilities: Capability[] })[];
}
