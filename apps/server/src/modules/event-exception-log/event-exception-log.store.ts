import {
  type EventException,
  type ExceptionDetail,
  eventExceptionLog,
} from "@countinghouse/contract/event-exception-log/event-exception-log.ts";
import { refuse } from "@countinghouse/contract/kit/refusal.ts";
import { sql } from "kysely";
import { type ListRequest, type Page, pageQuery } from "../../platform/db/list-query.ts";
import { from } from "../../platform/db/scoped.ts";
import type { Context } from "../../platform/http/context.ts";

/** Groups of failures in scope. */
export const exceptionsInScope = (ctx: Context) => from(ctx, "eventExceptions").selectAll("eventExceptions");

type Search = ListRequest & {
  readonly objectId?: string | null | undefined;
  readonly merchantId?: string | null | undefined;
};

/** A group is found by the objects and merchants of all its failures, not of the latest alone. */
export function pageExceptions(
  ctx: Context,
  { objectId, merchantId, ...input }: Search,
): Promise<Page<EventException>> {
  let query = exceptionsInScope(ctx);
  for (const [column, value] of Object.entries({ object_id: objectId, merchant_id: merchantId }))
    if (value)
      query = query.where(
        sql<boolean>`EXISTS (SELECT 1 FROM event_exception_items i
                              WHERE i.exception_id = event_exceptions.id AND i.${sql.raw(column)} = ${value})`,
      );
  return pageQuery(ctx, query, { spec: eventExceptionLog.operations.page.list, input }) as Promise<
    Page<EventException>
  >;
}

const itemsShown = 50;

export async function findException(ctx: Context, id: string): Promise<ExceptionDetail> {
  const group = await exceptionsInScope(ctx).where("id", "=", id).executeTakeFirst();
  if (!group) throw refuse("platform.notFound", { what: "@eventExceptionLog", id }, { status: 404 });
  const items = await from(ctx, "eventExceptionItems")
    .select(["id", "at", "message", "objectType", "objectId", "merchantId", "retriedTime"])
    .where("exceptionId", "=", id)
    .orderBy("at", "desc")
    .orderBy("id", "desc")
    .limit(itemsShown)
    .execute();
  return { ...group, items } as ExceptionDetail;
}
