import { sysLogVis } from "@countinghouse/contract/logs/log-vis/log-vis.ts";
import type { Course } from "./course.ts";
import { type ListResult, measureLists } from "./list-bench.ts";
import { sayGrowth, sayLists } from "./list-report.ts";
import { listWorks } from "./list-works.ts";
import { makeVisits, tenantAccount } from "./rows.ts";
import { signIn } from "./stage.ts";

/** The visit log at every scale: every filter and sort, for all tenants and for one. */
export async function visitWorks({ stage, scales, isLate }: Course): Promise<object> {
  const lists: ListResult[] = [];
  for (const rows of scales) {
    await makeVisits(stage.owner, rows, stage.tenantId);
    const sessions = { platform: await signIn(stage.api), tenant: await signIn(stage.api, tenantAccount) };
    const deep = { page: 100, pageSize: 100 };
    const { nextCursor } = await stage.api.call<{ nextCursor: string }>(sysLogVis, "page", deep, sessions.platform);
    const results = await measureLists(stage, rows, listWorks(nextCursor, sessions), isLate);
    sayLists("Visit log, a page of 20 with its total", rows, results);
    lists.push(...results);
  }
  sayGrowth(lists, scales);
  return { lists };
}
