import { describe, expect, test } from "vitest";
import { sharesAfter, type WeightedBinding } from "./routing-shares.policy.ts";

const binding = (id: string, priority: number, weight: number, status = "enabled"): WeightedBinding => ({
  id,
  accountName: id,
  status,
  priority,
  weight,
});
const bindings = [binding("main", 10, 70), binding("backup", 10, 30), binding("third", 20, 50)];
const shown = (id: string | undefined, change: object) =>
  Object.fromEntries(sharesAfter(bindings, id, change).map(({ id: one, before, after }) => [one, [before, after]]));

describe("shares of accounts", () => {
  test("follow the weights of the first priority, before and after a change", () => {
    expect(shown("backup", { weight: 70 })).toEqual({ main: [700, 500], backup: [300, 500], third: [0, 0] });
  });

  test("go to the next priority once nothing of the first is on", () => {
    expect(shown("third", { priority: 5 })).toEqual({ third: [0, 1000], main: [700, 0], backup: [300, 0] });
    expect(shown("main", { status: "disabled" })).toEqual({ backup: [300, 1000], main: [700, 0], third: [0, 0] });
  });

  test("are alike where every weight is nothing, and count an account that is being added", () => {
    expect(sharesAfter([binding("a", 1, 0), binding("b", 1, 0)], "a", {}).map(({ after }) => after)).toEqual([
      500, 500,
    ]);
    expect(shown(undefined, { accountName: "new", priority: 10, weight: 100 })).toEqual({
      "": [0, 500],
      main: [700, 350],
      backup: [300, 150],
      third: [0, 0],
    });
  });
});
