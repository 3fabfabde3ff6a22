import { sysLogVis } from "@countinghouse/contract/log-vis/log-vis.ts";

type Page = (typeof sysLogVis.operations)["page"];
type FilterName = keyof Page["list"]["filters"] & string;

/** One way of asking for a page of the visit log. */
export interface ListWork {
  readonly name: string;
  readonly input: Readonly<Record<string, unknown>>;
  /** Asked for as a browser does, which takes compressed answers. */
  readonly compressed?: boolean;
  /** Asked for by somebody who may see one tenant only. */
  readonly inTenant?: boolean;
  /** Measured with sixteen callers as well. */
  readonly isCrowded?: boolean;
}

const month = ["2026-03-01T00:00:00.000Z", "2026-04-01T00:00:00.000Z"] as const;

/** Every filter the list offers, each with a value that many rows have and one that hardly any has. */
const filters: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  createTime: { "a month": { createTimeRange: month } },
  account: { many: { account: "user000" }, few: { account: "rare.guest" } },
  visitType: { many: { visitType: [2] }, few: { visitType: [3] } },
  status: { many: { status: ["200"] }, few: { status: ["429"] }, none: { status: ["599"] } },
  remoteIp: { some: { remoteIp: "10.117.203.9" }, none: { remoteIp: "192.0.2.1" } },
  elapsed: { many: { elapsedRange: [0, 100] }, few: { elapsedRange: [2_004, null] } },
} satisfies Record<FilterName, object>;

/** Every filter and every sort in both directions, the first page, a combination and a place far down. */
export function listWorks(deepCursor: string): ListWork[] {
  const { sortBy } = sysLogVis.operations.page.list;
  const sorts = sortBy.flatMap((field) => (["asc", "desc"] as const).map((order) => ({ field, order })));
  return [
    { name: "first page, newest first", input: {}, isCrowded: true },
    { name: "first page, compressed", input: {}, compressed: true, isCrowded: true },
    { name: "beyond row 10,000, by cursor", input: { cursor: deepCursor }, isCrowded: true },
    { name: "status and a month", input: { status: ["400"], createTimeRange: month }, isCrowded: true },
    ...Object.entries(filters).flatMap(([filter, values]) =>
      Object.entries(values).map(([kind, input]) => ({
        name: `filter ${filter}, ${kind}`,
        input: input as object as ListWork["input"],
      })),
    ),
    ...sorts.map((sort) => ({
      name: `sort ${sort.field} ${sort.order}`,
      input: sort,
      isCrowded: sort.order === "asc",
    })),
    { name: "tenant: first page", input: {}, inTenant: true, isCrowded: true },
    { name: "tenant: filter account, few", input: { account: "rare.guest" }, inTenant: true },
    ...sorts.map((sort) => ({ name: `tenant: sort ${sort.field} ${sort.order}`, input: sort, inTenant: true })),
  ];
}
