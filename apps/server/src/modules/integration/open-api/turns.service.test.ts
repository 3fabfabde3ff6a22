import { describe, expect, test } from "vitest";
import { countTurns } from "./turns.service.ts";

describe("countTurns", () => {
  test("gives each caller its places, and a place that was given back to the next", () => {
    const turns = countTurns(2);
    const first = turns.enter("a");
    expect(turns.enter("a")).toBeDefined();
    expect(turns.enter("a")).toBeUndefined();
    expect(turns.enter("b")).toBeDefined();
    first?.();
    first?.();
    expect(turns.enter("a")).toBeDefined();
    expect(turns.enter("a")).toBeUndefined();
  });
});
