import type { DatabaseMap } from "@countinghouse/contract/operations/database/database.ts";
import { describe, expect, test } from "vitest";
import { type Box, layersOf, layoutOf } from "./database.layout.policy.ts";

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

const overlaps = (a: Box, b: Box): boolean =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;

const overlapping = (boxes: readonly Box[]): string[] =>
  boxes.flatMap((a, index) => boxes.slice(index + 1).flatMap((b) => (overlaps(a, b) ? [`${a.name} ${b.name}`] : [])));

/** The same sequence of numbers for the same seed, from 0 to below 1. */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return state / 4_294_967_296;
  };
}

describe("layoutOf", () => {
  test("lays no box over another and none outside the map, whatever refers to what", () => {
    for (let seed = 1; seed <= 60; seed += 1) {
      const next = numbers(seed);
      const names = Array.from({ length: 1 + Math.floor(next() * 70) }, (_, index) => `t${index}`);
      const any = (): string => names[Math.floor(next() * names.length)] ?? "t0";
      const ties = Array.from({ length: Math.floor(next() * 90) }, (): Tie => [any(), any()]);
      const { boxes, width, height } = layoutOf(mapOf(names, ties));
      expect(boxes.map(({ name }) => name).sort()).toEqual([...names].sort());
      expect(overlapping(boxes), `seed ${seed}`).toEqual([]);
      for (const box of boxes) {
        expect(Math.min(box.x, box.y)).toBeGreaterThanOrEqual(0);
        expect(box.x + box.width).toBeLessThanOrEqual(width);
        expect(box.y + box.height).toBeLessThanOrEqual(height);
      }
    }
  });

  test("can tell an overlap", () => {
    const box = { name: "a", x: 0, y: 0, width: 10, height: 10, rows: [] };
    expect(overlapping([box, { ...box, name: "b", x: 9 }])).toEqual(["a b"]);
    expect(overlapping([box, { ...box, name: "b", x: 10 }])).toEqual([]);
  });

  test("shows the columns that tie a table and leaves out the others", () => {
    const { boxes } = layoutOf(mapOf(["users", "orgs"], [["users", "orgs"]]));
    expect(boxes.find(({ name }) => name === "users")?.rows).toEqual([
      { column: "id", isKey: true, isForeign: false },
      { column: "orgs_id", isKey: false, isForeign: true },
    ]);
  });

  test("stands what is referred to left of what refers to it, and the unrelated below", () => {
    const { boxes } = layoutOf(mapOf(["users", "orgs", "alone"], [["users", "orgs"]]));
    const at = (name: string) => boxes.find((box) => box.name === name) as Box;
    expect(at("orgs").x + at("orgs").width).toBeLessThan(at("users").x);
    expect(at("alone").y).toBeGreaterThan(Math.max(at("orgs").y + at("orgs").height, at("users").y));
  });

  test("goes on beside itself with a layer that would be far taller than wide", () => {
    const names = Array.from({ length: 40 }, (_, index) => `leaf${index}`);
    const { width, height } = layoutOf(
      mapOf(
        ["hub", ...names],
        names.map((name): Tie => [name, "hub"]),
      ),
    );
    expect(height).toBeLessThan(width * 2);
  });

  test("signs many with a crow's foot and one with a bar", () => {
    const map = mapOf(["users", "orgs"], [["users", "orgs"]]);
    const [many] = layoutOf(map).lines;
    const [one] = layoutOf({ ...map, relations: map.relations.map((each) => ({ ...each, kind: "oneToOne" })) }).lines;
    expect(many?.ends.match(/v10/g)).toHaveLength(1);
    expect(one?.ends.match(/v10/g)).toHaveLength(2);
  });

  test("draws a table's relation to itself and nothing for a table that is not there", () => {
    const { lines } = layoutOf(
      mapOf(
        ["orgs"],
        [
          ["orgs", "orgs"],
          ["orgs", "gone"],
        ],
      ),
    );
    expect(lines).toHaveLength(1);
    expect(layoutOf({ tables: [], relations: [] })).toMatchObject({ boxes: [], lines: [] });
  });
});

describe("layersOf", () => {
  const relations = (ties: readonly Tie[]) => mapOf([], ties).relations;

  test("counts from the tables that refer to none", () => {
    const layers = layersOf(
      ["a", "b", "c"],
      relations([
        ["c", "b"],
        ["b", "a"],
        ["c", "a"],
      ]),
    );
    expect(Object.fromEntries(layers)).toEqual({ a: 0, b: 1, c: 2 });
  });

  test("begins a circle with the table most others refer to", () => {
    const ties: Tie[] = [
      ["hub", "x"],
      ["x", "hub"],
      ["y", "hub"],
      ["z", "hub"],
    ];
    expect(layersOf(["x", "y", "z", "hub"], relations(ties)).get("hub")).toBe(0);
  });
});
