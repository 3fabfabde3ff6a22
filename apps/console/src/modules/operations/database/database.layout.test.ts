import type { DatabaseMap } from "@countinghouse/contract/operations/database/database.ts";
import { describe, expect, test } from "vitest";
import { layoutOf, type TableBounds } from "./database.layout.service.ts";

type Tie = readonly [from: string, to: string];

function mapOf(names: readonly string[], ties: readonly Tie[]): DatabaseMap {
  return {
    tables: names.map((name) => ({
      name,
      rows: 1,
      bytes: 8_192,
      columns: [
        { name: "id", type: "bigint", nullable: false, isKey: true },
        ...ties
          .filter(([from]) => from === name)
          .map(([, to]) => ({ name: `${to}_id`, type: "bigint", nullable: true, isKey: false })),
        { name: "remark", type: "text", nullable: true, isKey: false },
      ],
    })),
    relations: ties.map(([from, to]) => ({
      name: `${from}_${to}`,
      from,
      to,
      columns: [{ from: `${to}_id`, to: "id" }],
      kind: "manyToOne",
    })),
  };
}

const overlaps = (a: TableBounds, b: TableBounds): boolean =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;

const overlapping = (boxes: readonly TableBounds[]): string[] =>
  boxes.flatMap((a, index) => boxes.slice(index + 1).flatMap((b) => (overlaps(a, b) ? [`${a.name} ${b.name}`] : [])));

/** The same sequence of numbers for the same seed, from 0 to below 1. */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return state / 4_294_967_296;
  };
}

const extentOf = (boxes: readonly TableBounds[]) => ({
  width: Math.max(...boxes.map(({ x, width }) => x + width)),
  height: Math.max(...boxes.map(({ y, height }) => y + height)),
});

describe("layoutOf", () => {
  test("lays no box over another, whatever refers to what", () => {
    for (let seed = 1; seed <= 12; seed += 1) {
      const next = numbers(seed);
      const names = Array.from({ length: 1 + Math.floor(next() * 70) }, (_, index) => `t${index}`);
      const any = (): string => names[Math.floor(next() * names.length)] ?? "t0";
      const ties = Array.from({ length: Math.floor(next() * 90) }, (): Tie => [any(), any()]);
      const boxes = layoutOf(mapOf(names, ties));
      expect(boxes.map(({ name }) => name).sort()).toEqual([...names].sort());
      expect(overlapping(boxes), `seed ${seed}`).toEqual([]);
      expect(Math.min(...boxes.map(({ x, y }) => Math.min(x, y)))).toBeGreaterThanOrEqual(0);
    }
  });

  test("can tell an overlap", () => {
    const box = { name: "a", x: 0, y: 0, width: 10, height: 10, rows: [] };
    expect(overlapping([box, { ...box, name: "b", x: 9 }])).toEqual(["a b"]);
    expect(overlapping([box, { ...box, name: "b", x: 10 }])).toEqual([]);
  });

  test("shows the columns that tie a table and leaves out the others", () => {
    const boxes = layoutOf(mapOf(["users", "orgs"], [["users", "orgs"]]));
    expect(boxes.find(({ name }) => name === "users")?.rows).toEqual([
      { column: "id", isKey: true, isForeign: false },
      { column: "orgs_id", isKey: false, isForeign: true },
    ]);
  });

  test("stands what is referred to left of what refers to it, and the unrelated last", () => {
    const boxes = layoutOf(mapOf(["users", "orgs", "alone"], [["users", "orgs"]]));
    const at = (name: string) => boxes.find((box) => box.name === name) as TableBounds;
    expect(at("orgs").x + at("orgs").width).toBeLessThan(at("users").x);
    expect(at("users").x + at("users").width).toBeLessThan(at("alone").x);
  });

  test("goes on beside itself with a layer that would be far taller than wide", () => {
    const names = Array.from({ length: 40 }, (_, index) => `leaf${index}`);
    const ties = names.map((name): Tie => [name, "hub"]);
    const { width, height } = extentOf(layoutOf(mapOf(["hub", ...names], ties)));
    expect(height).toBeLessThan(width * 2);
  });

  test("places a table that refers to itself, to one that is not there, or round in a circle", () => {
    const ties: Tie[] = [
      ["orgs", "orgs"],
      ["orgs", "gone"],
      ["orgs", "users"],
      ["users", "orgs"],
    ];
    expect(layoutOf(mapOf(["orgs", "users"], ties))).toHaveLength(2);
    expect(layoutOf({ tables: [], relations: [] })).toEqual([]);
  });
});
