import { describe, expect, test } from "vitest";
import { openKeyRing } from "./key-ring.ts";

const [first, second] = ["first-secret-7Qm2Zx9Lw4Vt8Kd1aBcDeF", "second-secret-4Hd6Jf1Gp0SmW8uQxYzKl"];

describe("openKeyRing", () => {
  test("derives the same keys on every node and another for each purpose", () => {
    const [one, other] = [openKeyRing([first]), openKeyRing([first])];
    expect(one.active("sealing")).toEqual(other.active("sealing"));
    const purposes = ["access-token", "sealing", "password-pepper", "short-secret"] as const;
    expect(new Set(purposes.map((purpose) => one.active(purpose).key.toString("hex"))).size).toBe(4);
    expect(one.active("sealing").key).toHaveLength(32);
  });

  test("still finds the key of an earlier secret by its name", () => {
    const old = openKeyRing([first]).active("sealing");
    const ring = openKeyRing([second, first]);
    expect(ring.active("sealing").id).not.toBe(old.id);
    expect(ring.named("sealing", old.id)?.key).toEqual(old.key);
    expect(openKeyRing([second]).named("sealing", old.id)).toBeUndefined();
  });

  test("refuses to open without a secret", () => {
    expect(() => openKeyRing([])).toThrow();
  });
});
