import { Instant, OrderNo } from "@countinghouse/contract/kit/field.ts";
import { between, contains, exact, type ListSpec, oneOf, prefix } from "@countinghouse/contract/kit/list.ts";
import { Status } from "@countinghouse/contract/system-enumerations.ts";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { buildTestApp, type TestApp } from "../../../test/app.ts";
import { type ListRequest, pageQuery } from "./list-query.ts";
import { from } from "./scoped.ts";

const spec: ListSpec = {
  filters: {
    name: contains(),
    code: prefix(z.string()),
    orderNo: exact(OrderNo),
    status: oneOf(Status.schema),
    createTime: between(Instant),
  },
  sortBy: ["orderNo", "code", "createTime"],
  defaultSort: { field: "orderNo", order: "asc" },
};
const rows = 137;

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp({ modules: () => [] });
  const { db } = app.platform;
  await sql`TRUNCATE positions CASCADE`.execute(db).catch(() => db.deleteFrom("positions").execute());
  await sql`INSERT INTO tenants (id, name) VALUES (1, 'One') ON CONFLICT DO NOTHING`.execute(db);
  // Many ties and many nulls, so that only a true keyset keeps every row in its place.
  await sql`
    INSERT INTO positions (tenant_id, name, code, order_no, status, create_time)
    SELECT 1, 'position ' || i, CASE WHEN i % 3 = 0 THEN NULL ELSE 'c' || (i % 7) END, i % 5, 1 + i % 2,
           timestamptz '2026-01-01 00:00:00Z' + (i % 11) * interval '1 day'
    FROM generate_series(1, ${rows}) AS i`.execute(db);
});
afterAll(() => app.close());

const read = (
  input: Partial<ListRequest> & Record<string, unknown> = {},
  more: Partial<Parameters<typeof pageQuery>[2]> = {},
) =>
  pageQuery<{ id: number; code: string | null; orderNo: number }>(
    app.context(),
    from(app.context(), "positions").select(["id", "code", "orderNo"]) as never,
    { spec, input: { page: 1, pageSize: 20, ...input }, nullable: ["code"], ...more },
  );

async function walk(
  input: Partial<ListRequest> & Record<string, unknown>,
  direction: "nextCursor" | "prevCursor",
  start: string | null,
): Promise<number[]> {
  const ids: number[] = [];
  for (let cursor = start; cursor; ) {
    const page = await read({ ...input, cursor });
    const part = page.items.map(({ id }) => id);
    if (direction === "nextCursor") ids.push(...part);
    else ids.unshift(...part);
    cursor = page[direction];
  }
  return ids;
}

describe("pageQuery", () => {
  const sorts = ["orderNo", "code", "createTime"].flatMap((field) => [
    { field, order: "asc" as const },
    { field, order: "desc" as const },
  ]);

  test.each(sorts)("walks every row once by cursor, forth and back, sorted by $field $order", async (sort) => {
    const first = await read(sort);
    const forth = [...first.items.map(({ id }) => id), ...(await walk(sort, "nextCursor", first.nextCursor))];
    expect(new Set(forth).size).toBe(rows);
    expect(forth).toHaveLength(rows);
    const last = await read({ ...sort, page: 7 });
    const back = [...(await walk(sort, "prevCursor", last.prevCursor)), ...last.items.map(({ id }) => id)];
    expect(back).toEqual(forth);
  });

  test.each(sorts)("walks what begins alike like everything else, sorted by $field $order", async (sort) => {
    const asked = { ...sort, code: "c", status: [2] };
    const all = await read({ ...sort, status: [2], pageSize: 200 });
    const alike = all.items.filter(({ code }) => code !== null).map(({ id }) => id);
    const first = await read(asked);
    expect(first).toMatchObject({ total: alike.length, totalIsExact: true });
    const forth = [...first.items.map(({ id }) => id), ...(await walk(asked, "nextCursor", first.nextCursor))];
    expect(forth).toEqual(alike);
    const last = await read({ ...asked, page: first.totalPages });
    const back = [...(await walk(asked, "prevCursor", last.prevCursor)), ...last.items.map(({ id }) => id)];
    expect(back).toEqual(alike);
    expect((await read({ ...asked, code: "c_" })).items).toEqual([]);
  });

  test("puts nulls last in both directions", async () => {
    for (const order of ["asc", "desc"] as const) {
      const codes = (await read({ field: "code", order, pageSize: 200 })).items.map(({ code }) => code);
      expect(codes.indexOf(null)).toBe(codes.filter((code) => code !== null).length);
    }
  });

  test("neither skips nor repeats a row while rows are added in front of the cursor", async () => {
    const first = await read({ pageSize: 50 });
    await sql`INSERT INTO positions (tenant_id, name, order_no) SELECT 1, 'late ' || i, 0 FROM generate_series(1, 30) AS i`.execute(
      app.platform.db,
    );
    const rest = await walk({ pageSize: 50 }, "nextCursor", first.nextCursor);
    const seen = [...first.items.map(({ id }) => id), ...rest];
    await sql`DELETE FROM positions WHERE name LIKE 'late %'`.execute(app.platform.db);
    expect(new Set(seen).size).toBe(seen.length);
    expect(seen.length).toBeGreaterThanOrEqual(rows);
  });

  test("counts for the first page alone: a cursor brings the total, and none to another question", async () => {
    const first = await read({ status: [1], pageSize: 20 });
    await sql`INSERT INTO positions (tenant_id, name, order_no) SELECT 1, 'more ' || i, 9 FROM generate_series(1, 3) AS i`.execute(
      app.platform.db,
    );
    const second = await read({ status: [1], pageSize: 20, cursor: first.nextCursor });
    expect([second.total, second.totalIsExact]).toEqual([first.total, true]);
    expect((await read({ status: [1], cursor: second.prevCursor })).total).toBe(first.total);
    const all = await read({ cursor: first.nextCursor });
    expect(all.total).toBe((await read()).total);
    const forged = JSON.parse(Buffer.from(first.nextCursor ?? "", "base64url").toString("utf8"));
    for (const total of [-1, 10_001, 1.5, "9"]) {
      const cursor = Buffer.from(JSON.stringify({ ...forged, count: { total, totalIsExact: true } })).toString(
        "base64url",
      );
      expect((await read({ status: [1], cursor })).total, String(total)).toBe((await read({ status: [1] })).total);
    }
    await sql`DELETE FROM positions WHERE name LIKE 'more %'`.execute(app.platform.db);
  });

  test("reads a page that is kept ready like any other", async () => {
    const both = (input: Parameters<typeof read>[0]) =>
      Promise.all([read(input), read(input, { steady: "positions" })]);
    for (const order of ["asc", "desc"] as const) {
      let cursor: string | null = null;
      for (let page = 1; page <= 4; page += 1) {
        const [plain, ready]: Awaited<ReturnType<typeof both>> = await both({ field: "createTime", order, cursor });
        expect(ready).toEqual(plain);
        cursor = ready.nextCursor;
      }
      const [plain, ready] = await both({ field: "createTime", order, page: 3 });
      expect(ready).toEqual(plain);
    }
  });

  test("counts exactly while it is cheap and tells the pages", async () => {
    expect(await read()).toMatchObject({
      total: rows,
      totalIsExact: true,
      totalPages: 7,
      hasPrevPage: false,
      hasNextPage: true,
    });
    expect(await read({ page: 7 })).toMatchObject({ hasPrevPage: true, hasNextPage: false });
    expect((await read({ page: 7 })).items).toHaveLength(rows - 120);
  });

  test("stops counting at the limit", async () => {
    const { db } = app.platform;
    await sql`INSERT INTO positions (tenant_id, name, order_no) SELECT 1, 'many ' || i, 9 FROM generate_series(1, 10001) AS i`.execute(
      db,
    );
    expect(await read()).toMatchObject({ total: 10_000, totalIsExact: false });
    await sql`DELETE FROM positions WHERE name LIKE 'many %'`.execute(db);
  });

  test("filters by part of a text, taking % and _ for what they are", async () => {
    expect((await read({ name: "position 13" })).total).toBe(9);
    expect((await read({ name: "%" })).total).toBe(0);
    expect((await read({ name: "_osition" })).total).toBe(0);
  });

  test("filters by value, by list and by half-open range", async () => {
    expect((await read({ orderNo: 2 })).total).toBe(28);
    expect((await read({ status: [1] })).total + (await read({ status: [2] })).total).toBe(rows);
    expect((await read({ status: [] })).total).toBe(rows);
    const day = (n: number) => `2026-01-0${n}T00:00:00.000Z`;
    const [first, second, both] = await Promise.all([
      read({ createTimeRange: [day(1), day(2)] }),
      read({ createTimeRange: [day(2), day(3)] }),
      read({ createTimeRange: [null, day(3)] }),
    ]);
    expect(first.total + second.total).toBe(both.total);
  });

  test("refuses a reversed range, a cursor of another sort, a forged cursor and a page too deep", async () => {
    const refused = (input: Parameters<typeof read>[0]) =>
      read(input).then(
        () => "answered",
        (error: { code: string }) => error.code,
      );
    const { nextCursor } = await read();
    expect(await refused({ createTimeRange: ["2026-02-01T00:00:00Z", "2026-01-01T00:00:00Z"] })).toBe(
      "platform.rangeReversed",
    );
    expect(await refused({ cursor: nextCursor, field: "code", order: "asc" })).toBe("platform.cursorInvalid");
    expect(await refused({ cursor: "bm90IGpzb24" })).toBe("platform.cursorInvalid");
    expect(await refused({ page: 501 })).toBe("platform.pageTooDeep");
  });

  test("shows an actor of no organisation and no tenant nothing", async () => {
    const stranger = app.context({
      ...app.context().actor,
      holdsAll: false,
      scope: { tenantId: 0, orgIds: [], selfOnly: true, merchantIds: [] },
    });
    const page = await pageQuery(stranger, from(stranger, "positions").select(["id"]) as never, {
      spec,
      input: { page: 1, pageSize: 20 },
    });
    expect(page).toMatchObject({ items: [], total: 0, hasNextPage: false, nextCursor: null });
  });

  test("says what a data scope leaves of a list, and nothing where it hides nothing", async () => {
    const { actor } = app.context();
    const limitFor = async (table: "merchants" | "positions" | "menus", scope: Partial<typeof actor.scope>) => {
      const reader = app.context({ ...actor, scope: { ...actor.scope, tenantId: 1, ...scope } });
      const answer = await pageQuery(reader, from(reader, table).selectAll() as never, {
        spec: { ...spec, filters: {} },
        input: { page: 1, pageSize: 1 },
        id: sql`1`,
        columnOf: () => sql`1`,
      });
      return answer.limitedBy;
    };
    const own = { orgIds: [7], selfOnly: true, merchantIds: "all" } as const;
    const organisations = { ...own, selfOnly: false };
    expect(await limitFor("merchants", organisations)).toBe("organisations");
    expect(await limitFor("merchants", own)).toBe("own");
    expect(await limitFor("merchants", { orgIds: "all", selfOnly: false })).toBeNull();
    expect(await limitFor("merchants", { ...organisations, merchantIds: ["mer_1"] })).toBeNull();
    expect(await limitFor("menus", organisations)).toBeNull();
  });
});
