import { sysLogVis, type Visit } from "@countinghouse/contract/logs/log-vis/log-vis.ts";
import { operationNames } from "@countinghouse/contract/operation-names.ts";
import { sql } from "kysely";
import { type ListRequest, pageQuery } from "../../../platform/db/list-query.ts";
import { operationNaming } from "../../../platform/db/operation-name.ts";
import { from } from "../../../platform/db/scoped.ts";
import { tenantNameIn } from "../../../platform/db/tenant-name.ts";
import type { Context } from "../../../platform/http/context.ts";

/** A visit as recorded by sign-in. */
export interface SignInVisit extends Partial<Omit<Visit, "id" | "createTime" | "operationName" | "tenantName">> {
  /** Absent for an unknown account. */
  readonly tenantId: number | null;
  readonly visitType: Visit["visitType"];
  readonly status: string;
}

const longest = { account: 64, realName: 64, remoteIp: 64, location: 128, browser: 128, os: 128 } as const;

/** Records a visit. Texts come from anonymous callers and are truncated. */
export async function recordVisit({ db, now }: Pick<Context, "db" | "now">, visit: SignInVisit): Promise<void> {
  const cut = Object.fromEntries(
    Object.entries(longest).map(([name, max]) => [
      name,
      visit[name as keyof typeof longest]?.replaceAll("\u0000", "").slice(0, max) ?? null,
    ]),
  );
  await db
    .insertInto("visits")
    .values({ ...visit, ...cut, createTime: now.toISOString() })
    .execute();
}

const nullable = ["elapsed"];
const nameOf = operationNaming(operationNames);

/** Visits with the operation in words: the log stores it as in addresses, `sysAuth:login`. */
export const visitsInScope = (ctx: Context) =>
  from(ctx, "visits")
    .selectAll()
    .select([
      tenantNameIn(ctx, "visits"),
      nameOf(ctx.request.locale, sql`replace(action_name, ':', '.')`, sql.ref("actionName")).as("operationName"),
    ]);

export const pageVisits = (ctx: Context, input: ListRequest) =>
  pageQuery(ctx, visitsInScope(ctx), { spec: sysLogVis.operations.page.list, input, nullable });

/** The latest visits with a known location. */
export async function listPlaces(ctx: Context) {
  const rows = await from(ctx, "visits")
    .select(["location", "longitude", "latitude", "realName", "createTime"])
    .where("longitude", "is not", null)
    .where("latitude", "is not", null)
    .orderBy("createTime", "desc")
    .orderBy("id", "desc")
    .limit(1000)
    .execute();
  return rows.map(({ longitude, latitude, ...row }) => ({
    ...row,
    longitude: longitude ?? 0,
    latitude: latitude ?? 0,
  }));
}
