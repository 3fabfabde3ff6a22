import { describe, expect, test } from "vitest";
import { matchingNodes, parentKeys, type TreeNode } from "./tree-node.ts";

const tree: TreeNode[] = [
  {
    key: "1",
    title: "Acme",
    children: [
      { key: "2", title: "Sales", children: [{ key: "3", title: "Asia" }] },
      { key: "4", title: "Ops" },
    ],
  },
];

describe("matching", () => {
  test("keeps what leads to a match and what lies below it", () => {
    expect(matchingNodes(tree, "sal")).toEqual([
      { key: "1", title: "Acme", children: [{ key: "2", title: "Sales", children: [{ key: "3", title: "Asia" }] }] },
    ]);
  });

  test("keeps everything for an empty text and nothing for an unknown one", () => {
    expect(matchingNodes(tree, "  ")).toEqual(tree);
    expect(matchingNodes(tree, "zz")).toEqual([]);
  });
});

describe("parentKeys", () => {
  test("lists only nodes with something below", () => {
    expect(parentKeys(tree)).toEqual(["1", "2"]);
  });
});
