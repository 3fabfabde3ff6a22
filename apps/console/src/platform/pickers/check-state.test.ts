import { describe, expect, test } from "vitest";
import { allToggled, type CheckNode, checkState, keysAfterToggle } from "./check-state.ts";

const add: CheckNode = { key: "add", title: "Add" };
const edit: CheckNode = { key: "edit", title: "Edit" };
const page: CheckNode = { key: "page", title: "Accounts", hasRow: true, children: [add, edit] };
const other: CheckNode = { key: "other", title: "Roles" };
const tree: CheckNode[] = [{ key: "dir", title: "System", children: [page, other] }];
const [dir = page] = tree;
const sorted = (keys: ReadonlySet<string>) => [...keys].sort();

describe("toggled in a joined tree", () => {
  test("takes in the page and the directory above a button, and draws both half", () => {
    const chosen = keysAfterToggle(tree, add, new Set(), "joined");
    expect(sorted(chosen)).toEqual(["add", "dir", "page"]);
    expect([
      checkState(page, chosen, "joined"),
      checkState(dir, chosen, "joined"),
      checkState(other, chosen, "joined"),
    ]).toEqual(["half", "half", "off"]);
  });

  test("ticks everything of a half-ticked page, and nothing once it was whole", () => {
    const half = keysAfterToggle(tree, add, new Set(), "joined");
    const whole = keysAfterToggle(tree, page, half, "joined");
    expect(checkState(page, whole, "joined")).toBe("on");
    expect(sorted(keysAfterToggle(tree, page, whole, "joined"))).toEqual([]);
  });

  test("leaves no page or directory behind when its last button goes", () => {
    const chosen = keysAfterToggle(tree, add, new Set(["dir", "page", "add"]), "joined");
    expect(sorted(chosen)).toEqual([]);
  });

  test("keeps a granted page without buttons half until it is touched", () => {
    const chosen = new Set(["dir", "page"]);
    expect(checkState(page, chosen, "joined")).toBe("half");
    expect(sorted(keysAfterToggle(tree, other, chosen, "joined"))).toEqual(["dir", "other", "page"]);
  });

  test("keeps what the tree does not show", () => {
    expect(keysAfterToggle(tree, page, new Set(["elsewhere"]), "joined").has("elsewhere")).toBe(true);
    expect(allToggled(tree, new Set(["elsewhere", "dir", "page", "add", "edit", "other"]))).toEqual(
      new Set(["elsewhere"]),
    );
  });
});

describe("toggled in a tree of nodes apart", () => {
  test("never takes in what lies above", () => {
    const chosen = keysAfterToggle(tree, add, new Set(), "apart");
    expect(sorted(chosen)).toEqual(["add"]);
    expect(checkState(dir, chosen, "apart")).toBe("half");
  });

  test("takes in what lies below, which can then be left out again", () => {
    const chosen = keysAfterToggle(tree, add, keysAfterToggle(tree, page, new Set(), "apart"), "apart");
    expect(sorted(chosen)).toEqual(["edit", "page"]);
    expect(checkState(page, chosen, "apart")).toBe("on");
  });

  test("passes over nodes outside the reader's scope", () => {
    const shown: CheckNode[] = [{ ...page, isDisabled: true }];
    expect(sorted(keysAfterToggle(shown, shown[0] ?? page, new Set(), "apart"))).toEqual(["add", "edit"]);
  });
});
