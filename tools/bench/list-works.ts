import { sysLogVis } from "@countinghouse/contract/logs/log-vis/log-vis.ts";
import type { ListWork } from "./list-bench.ts";

type Page = (typeof sysLogVis.operations)["page"];
type FilterName = keyof Page["list"]["filters"] & string;

const month = ["2026-03-01T00:00:00.000Z", "2026-04-01T00:00:00.000Z"] as const;

/** Every filter of the list, each with a frequent and a rare value. */
const filters: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  createTime: { "a month": { createTimeRange: month } },
  account: { many: { account: "user000" }, few: { account: "rare.guest" } },
  visitType: { many: { visitType: [2] }, few: { visitType: [3] } },
  actionName: { many: { actionName: "login" }, none: { actionName: "verifyMfa" } },
  status: { many: { status: ["200"] }, few: { status: ["429"] }, none: { status: ["599"] } },
  remoteIp: { some: { remoteIp: "10.117.203.9" }, none: { remoteIp: "192.0.2.1" } },
  elapsed: { many: { elapsedRange: [0, 100] }, few: { elapsedRange: [2_004, null] } },
} satisfies Record<FilterName, object>;

/** Session headers of two users. */
export interface Sessions {
  /** All tenants in scope. */
  readonly platform: Readonly<Record<string, string>>;
  /** One tenant in scope. */
  readonly tenant: Readonly<Record<string, string>>;
}

/** Every filter, every sort in both directions, the first page, a combination and a deep page. */
export function listWorks(deepCursor: string, { platform, tenant }: Sessions): ListWork[] {
  const { sortBy } = sysLogVis.operations.page.list;
  const sorts = sortBy.flatMap((field) => (["asc", "desc"] as const).map((order) => ({ field, order })));
  const shared = { resource: sysLogVis, operation: "page", statements: /from "visits"/ };
  const asked = (name: string, input: object, more: Partial<ListWork> = {}): ListWork => ({
    ...shared,
    name,
    input: input as ListWork["input"],
    session: platform,
    ...more,
  });
  return [
    asked("first page, newest first", {}, { isCrowded: true }),
    asked("first page, compressed", {}, { compressed: true, isCrowded: true }),
    asked("beyond row 10,000, by cursor", { cursor: deepCursor }, { isCrowded: true }),
    asked("status and a month", { status: ["400"], createTimeRange: month }, { isCrowded: true }),
    ...Object.entries(filters).flatMap(([filter, values]) =>
      Object.entries(values).map(([kind, input]) => asked(`filter ${filter}, ${kind}`, input as object)),
    ),
    ...sorts.map((sort) => asked(`sort ${sort.field} ${sort.order}`, sort, { isCrowded: sort.order === "asc" })),
    asked("tenant: first page", {}, { session: tenant, isCrowded: true }),
    asked("tenant: filter account, few", { account: "rare.guest" }, { session: tenant }),
    ...sorts.map((sort) => asked(`tenant: sort ${sort.field} ${sort.order}`, sort, { session: tenant })),
  ];
}
