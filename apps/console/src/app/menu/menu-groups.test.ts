import { areaGroups } from "@countinghouse/contract/areas.ts";
import { resourcesByArea } from "@countinghouse/contract/resources.ts";
import { expect, test } from "vitest";
import { menuNode } from "./menu.fixture.ts";
import { pagesOf, trailOf } from "./menu.ts";
import { withGroups } from "./menu-groups.ts";

const fundsPages = resourcesByArea.funds.flatMap(({ name, menu }) => (menu ? [{ name, ...menu }] : []));
const directory = (children: ReturnType<typeof menuNode>[]) =>
  menuNode("/finance", { type: 1, name: "funds", component: "Layout", children });
const entries = (names: readonly string[]) =>
  fundsPages
    .filter(({ name }) => names.includes(name))
    .map(({ name, path, component }) => menuNode(path, { name, component }));
const all = () => entries(fundsPages.map(({ name }) => name));

test("every page of the funds stands in one group, and every group names pages that exist", () => {
  const named = (areaGroups.funds ?? []).flatMap(({ pages }) => pages);
  expect([...named].sort()).toEqual(fundsPages.map(({ name }) => name).sort());
});

test("pages stand under headings, with the addresses and the order within a group that they had", () => {
  const before = directory(all());
  const [after] = withGroups([before]);
  expect(after?.children.map(({ meta }) => meta.titles?.en)).toEqual(
    (areaGroups.funds ?? []).map(({ title }) => title.en),
  );
  expect(
    pagesOf(after ? [after] : [])
      .map(({ path }) => path)
      .sort(),
  ).toEqual(
    pagesOf([before])
      .map(({ path }) => path)
      .sort(),
  );
  expect(trailOf(after ? [after] : [], "/finance/recon").map(({ name }) => name)).toEqual([
    "funds",
    "funds-reconciliation",
    "recon",
  ]);
});

test("what an administrator put there stands behind the groups", () => {
  const own = menuNode("/finance/own", { name: "own", component: "iframe" });
  const [after] = withGroups([directory([own, ...all()])]);
  expect(after?.children.at(-1)).toBe(own);
});

test("a few entries get no headings", () => {
  const few = directory(entries(["merchantBalance", "settlements", "cashout"]));
  expect(withGroups([few])).toEqual([few]);
});
