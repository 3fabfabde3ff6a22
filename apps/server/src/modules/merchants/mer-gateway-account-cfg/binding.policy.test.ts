import { describe, expect, test } from "vitest";
import { changedFields, shiftedWeights, type WeighedBinding } from "./binding.policy.ts";

const binding = (gatewayAccountId: string, weight: number, parts: Partial<WeighedBinding> = {}): WeighedBinding => ({
  gatewayAccountId,
  weight,
  priority: 100,
  status: "enabled",
  ...parts,
});
const shift = (percent: number, fromAccountId = "a", toAccountId = "b") => ({ fromAccountId, toAccountId, percent });
const after = (bindings: readonly WeighedBinding[], percent: number) =>
  Object.fromEntries((shiftedWeights(bindings, shift(percent)) ?? []).map((one) => [one.gatewayAccountId, one.after]));

describe("shiftedWeights", () => {
  test("moves a share of one account's weight to the other", () => {
    expect(after([binding("a", 80), binding("b", 20)], 50)).toEqual({ a: 40, b: 60 });
    expect(after([binding("a", 80), binding("b", 0), binding("c", 20)], 100)).toEqual({ a: 0, b: 80 });
  });

  test("scales all weights of the priority alike where whole numbers up to 100 cannot say it", () => {
    expect(after([binding("a", 1), binding("b", 1)], 50)).toEqual({ a: 33, b: 100 });
    expect(after([binding("a", 100), binding("b", 100), binding("c", 1)], 50)).toEqual({ a: 33 });
  });

  test("leaves the shares of the other accounts as they were", () => {
    const group = [binding("a", 60), binding("b", 80), binding("c", 40), binding("d", 90, { priority: 1 })];
    const weights = {
      ...Object.fromEntries(group.map((one) => [one.gatewayAccountId, one.weight])),
      ...after(group, 75),
    };
    const share = (id: string) => (weights[id] ?? 0) / ((weights.a ?? 0) + (weights.b ?? 0) + (weights.c ?? 0));
    expect(share("c")).toBeCloseTo(40 / 180, 2);
    expect(share("a")).toBeCloseTo(15 / 180, 2);
    expect(weights.d).toBe(90);
  });

  test("moves nothing between accounts that share no traffic", () => {
    const a = binding("a", 50);
    expect(shiftedWeights([a, binding("b", 1, { priority: 1 })], shift(10))).toBeUndefined();
    expect(shiftedWeights([a, binding("b", 1, { status: "disabled" })], shift(10))).toBeUndefined();
    expect(shiftedWeights([binding("a", 0), binding("b", 1)], shift(10))).toBeUndefined();
    expect(shiftedWeights([a], shift(10))).toBeUndefined();
    expect(shiftedWeights([a], shift(10, "a", "a"))).toBeUndefined();
  });
});

describe("differences", () => {
  test("names what would change, and no more", () => {
    const stored = { weight: 10, currencies: ["USD"], limits: [{ currency: "USD", dailyCount: 1 }], subMid: null };
    const same = { ...stored, limits: [{ dailyCount: 1, currency: "USD" }], subMid: undefined, validTo: null };
    expect(changedFields(stored, same)).toEqual({});
    expect(changedFields(stored, { ...same, weight: 20, currencies: [] })).toEqual({ weight: 20, currencies: [] });
  });
});
