import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { builtInMenu } from "../../src/seed/menu-rows.ts";

const modules = join(import.meta.dirname, "../../../console/src/modules");
const rows = builtInMenu();
const pages = rows.filter(({ type }) => type === 2);

/** Files that are pages: the one called like its module, as a list or a page of its own. */
const pageFiles = existsSync(modules)
  ? readdirSync(modules, { recursive: true, encoding: "utf8" }).flatMap(
      (file) => /^[\w-]+\/(([\w-]+)\/\2\.(?:list|page))\.tsx$/.exec(file)?.[1] ?? [],
    )
  : [];

/** Pages that are reached without the menu. */
const hidden: readonly string[] = [
  "user-centre/user-centre.page",
  "coin-order/coin-order.page",
  "merchant/merchant.page",
  "order-import/order-import.page",
  "refund-import/refund-import.page",
  "settlements/settlements.page",
  "recon/recon.page",
  "bank-statement/bank-statement.page",
  "job-run/job-run.page",
];

describe("the seeded menu", () => {
  test.each(pages.map(({ code, parent, component }) => [code, `${parent}/${component}`] as const))(
    "entry %s leads to the page %s of its area",
    (_code, page) => {
      expect(existsSync(join(modules, `${page}.tsx`))).toBe(true);
    },
  );

  test("has an entry for every page", () => {
    const listed = new Set(pages.map(({ component }) => component));
    expect(pageFiles.filter((file) => !listed.has(file) && !hidden.includes(file))).toEqual([]);
  });

  test("names every code, path and route once", () => {
    for (const key of ["code", "path", "name"] as const) {
      const values = rows.flatMap((row) => row[key]?.toLowerCase() ?? []);
      expect(
        values.filter((value, index) => values.indexOf(value) !== index),
        key,
      ).toEqual([]);
    }
  });

  test("stands each entry below one that comes before it", () => {
    const seen = new Set<string>();
    for (const { code, parent } of rows) {
      if (parent !== undefined) expect(seen, code).toContain(parent);
      seen.add(code);
    }
  });

  test("starts each path with that of its directory", () => {
    const paths = new Map(rows.map(({ code, path }) => [code, path]));
    // The specification gives this address to a page that stands beside the home page.
    for (const { path, parent } of pages.filter((one) => one.path !== "/about"))
      expect(path?.startsWith(`${paths.get(parent ?? "")}/`), path ?? "").toBe(true);
  });

  test("gives a button nothing but a permission", () => {
    for (const row of rows.filter(({ type }) => type === 3)) {
      expect(row).toMatchObject({ path: null, component: null, name: null, icon: null });
      expect(row.permission).toBe(row.code);
    }
  });
});
