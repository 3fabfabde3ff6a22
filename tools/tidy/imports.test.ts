import { describe, expect, test } from "vitest";
import { expectNone } from "./expect-none.ts";
import { importRules, moduleCycles, staticWay, violations } from "./import-rules.ts";
import { readSource, sources } from "./sources.ts";

describe("imports", () => {
  test("reads every module of the repository with its imports", () => {
    const all = sources();
    expect(all.length).toBeGreaterThan(100);
    expect(all.flatMap(({ imports }) => imports).length).toBeGreaterThan(500);
  });

  test("cross no layer", () => {
    const told = violations(sources()).map(
      ({ rule, path, imported, instead }) => `${path} imports ${imported}: ${rule}. ${instead}`,
    );
    expectNone(told);
  });

  test("bring no input of a form with a list: it is fetched when the first form opens", () => {
    const list = "apps/console/src/platform/pages/list-page.tsx";
    expectNone(
      ["packages/ui/src/fields/inputs.tsx", "apps/console/src/platform/pages/form-field.tsx"].flatMap((input) => {
        const way = staticWay(list, input);
        return way ? [`${way.join(" imports ")}: import the type alone, or fetch it by lazyPart`] : [];
      }),
    );
    expect(staticWay(list, "apps/console/src/platform/pages/record-form.tsx")).toBeDefined();
  });

  test("bring the words of every resource with no page: what needs them comes once it is drawn", () => {
    const every = "packages/contract/src/resources.ts";
    const paths = sources().map(({ path }) => path);
    const pages = paths.filter((path) => /^apps\/console\/src\/modules\/.*\.(list|page)\.tsx$/.test(path));
    expect(pages.length).toBeGreaterThan(50);
    const way = staticWay(pages, every);
    expectNone(way ? [`${way.join(" imports ")}: fetch it by lazyPart`] : []);
  });

  test("make no circle of server modules", () => {
    const told = moduleCycles(sources()).map(
      (cycle) => `${cycle.join(" → ")}: move what two of them need into a third, or pass it in from modules/index.ts`,
    );
    expectNone(told);
  });

  test("finds a circle that is planted", () => {
    const module = (name: string, other: string) =>
      readSource(`apps/server/src/modules/system/${name}/${name}.service.ts`, `import "../${other}/index.ts";`);
    expect(moduleCycles([module("a", "b"), module("b", "c"), module("c", "a"), module("d", "a")])).toEqual([
      ["system/a", "system/b", "system/c", "system/a"],
    ]);
  });

  const planted: readonly [path: string, text: string][] = [
    ["packages/money/src/planted.ts", 'import "zod";'],
    ["packages/ledger/src/planted.ts", 'import "@countinghouse/contract/kit/field.ts";'],
    ["packages/contract/src/planted.ts", 'import "react";'],
    ["packages/ui/src/planted.ts", 'import "@countinghouse/contract/kit/field.ts";'],
    ["apps/server/src/platform/planted.ts", 'import "../modules/system/pos/index.ts";'],
    ["apps/server/src/platform/planted.ts", 'import "@countinghouse/contract/system/pos/pos.ts";'],
    ["apps/server/src/modules/system/pos/planted.ts", 'import "../org/org.store.ts";'],
    ["apps/console/src/modules/system/pos/planted.tsx", 'const x = () => import("../org/org.page.tsx");'],
    ["apps/console/src/platform/planted.ts", 'import "../app/shell.tsx";'],
    ["apps/console/src/planted.ts", 'export * from "../../server/src/app.ts";'],
    ["apps/server/src/modules/system/pos/pos.policy.ts", 'import "../../../platform/clock/clock.ts";'],
    ["apps/server/src/modules/system/pos/pos.service.ts", 'import { sql } from "kysely";'],
  ];

  test.each(planted)("finds the crossing planted in %s", (path, text) => {
    expect(violations([readSource(path, text)])).not.toEqual([]);
  });

  test("has a planted crossing for every rule", () => {
    const found = new Set(
      planted.flatMap(([path, text]) => violations([readSource(path, text)]).map(({ rule }) => rule)),
    );
    expect([...found].sort()).toEqual(importRules.map(({ name }) => name).sort());
  });
});
