import type { InboxHandled, InboxKind } from "@countinghouse/contract/dashboard/inbox/inbox.ts";
import { inboxKinds } from "@countinghouse/contract/dashboard/inbox/inbox-kinds.ts";
import { sql } from "kysely";
import { from } from "../../../platform/db/scoped.ts";
import type { Context } from "../../../platform/http/context.ts";
import { merchantInReach } from "../../merchants/merchant/index.ts";

const daysShown = 30;
const dayMs = 86_400_000;
const most = 100;

/** The operations that handle a kind of item, as named in the audit trail. */
function eventsOf(kind: InboxKind): string[] {
  const { resource, decision, ends = [] } = inboxKinds[kind];
  return [...(decision ? [decision.approve, decision.reject] : []), ...ends].map((name) => `${resource.name}.${name}`);
}

const ofChange = (...names: readonly string[]) =>
  sql<string | null>`coalesce(${sql.join(
    names.flatMap((name) => [
      sql`changes #>> ${sql.lit(`{0,after,${name}}`)}`,
      sql`changes #>> ${sql.lit(`{0,before,${name}}`)}`,
    ]),
  )})`;

const merchantId = sql<string | null>`coalesce(${ofChange("merchantId")},
  CASE WHEN changes #>> '{0,table}' = 'merchants' THEN changes #>> '{0,id}' END)`;

/** Who handled items of some kinds, the latest first, from the audit trail in the reader's scope. */
export async function readHandled(ctx: Context, kinds: readonly InboxKind[]): Promise<InboxHandled[]> {
  const kindOf = new Map(kinds.flatMap((kind) => eventsOf(kind).map((event) => [event, kind] as const)));
  if (kindOf.size === 0) return [];
  const since = new Date(ctx.now.getTime() - daysShown * dayMs).toISOString();
  const entries = from(ctx, "auditEntries")
    .select(["id", "at", "operation", "actorId as personId", "actorName as person", "reason"])
    .select([
      sql<string | null>`coalesce(changes #>> '{0,id}', input ->> 'id')`.as("recordId"),
      merchantId.as("merchantId"),
      ofChange("name", "dueNo", "refundNo", "message").as("name"),
    ])
    .where("operation", "in", [...kindOf.keys()])
    .where("at", ">=", since)
    .orderBy("at", "desc")
    .orderBy("id", "desc")
    .limit(most);
  const rows = await ctx.db
    .selectFrom(entries.as("e"))
    .leftJoin("merchants", "merchants.id", "e.merchantId")
    .where((eb) => eb.or([eb("e.merchantId", "is", null), merchantInReach(ctx)]))
    .select(["e.id", "e.at", "e.operation", "e.personId", "e.person", "e.reason", "e.recordId", "e.name"])
    .select("merchants.name as merchantName")
    .orderBy("e.at", "desc")
    .orderBy("e.id", "desc")
    .execute();
  return rows.flatMap(({ operation, recordId, ...row }) => {
    const kind = kindOf.get(operation);
    return kind ? [{ ...row, kind, operation: operation.split(".")[1] ?? operation, recordId: recordId ?? "" }] : [];
  });
}
