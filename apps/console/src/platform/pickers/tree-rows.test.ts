import { describe, expect, test } from "vitest";
import { fittingRecords, idsBelow, treeRows } from "./tree-rows.tsx";

interface Node {
  readonly id: number;
  readonly children: readonly Node[];
}
const tree: Node[] = [
  {
    id: 1,
    children: [
      { id: 2, children: [{ id: 3, children: [] }] },
      { id: 4, children: [] },
    ],
  },
];

describe("treeRows", () => {
  test("leaves out what lies below a folded row", () => {
    const rows = treeRows(tree, (_id, depth) => depth < 1);
    expect(rows.map(({ record, depth, isOpen }) => [record.id, depth, isOpen])).toEqual([
      [1, 0, true],
      [2, 1, false],
      [4, 1, undefined],
    ]);
  });
});

describe("fitting", () => {
  test("keeps what fits and what leads there", () => {
    expect(fittingRecords(tree, ({ id }) => id === 3).flatMap(idsBelow)).toEqual([1, 2, 3]);
    expect(fittingRecords(tree, () => false)).toEqual([]);
  });
});
