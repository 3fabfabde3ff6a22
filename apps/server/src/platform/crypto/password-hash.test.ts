import { describe, expect, test } from "vitest";
import { openKeyRing } from "./key-ring.ts";
import { HashingBusy, passwordHasher } from "./password-hash.ts";
import { workGate } from "./work-gate.ts";

const ring = openKeyRing(["first-secret-7Qm2Zx9Lw4Vt8Kd1aBcDeF"]);
const other = openKeyRing(["second-secret-4Hd6Jf1Gp0SmW8uQxYzKl"]);

describe("passwordHasher", () => {
  const hasher = passwordHasher(ring);

  test("is Argon2id with 19 MiB and two passes, with a salt of its own each time", async () => {
    const [one, two] = [await hasher.hash("maple quarry 17"), await hasher.hash("maple quarry 17")];
    expect(one.hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(one.hash).not.toBe(two.hash);
    expect(await hasher.matches("maple quarry 17", one)).toBe(true);
    expect(await hasher.matches("maple quarry 18", one)).toBe(false);
  });

  test("takes different ways of typing the same characters for the same password, and cuts nothing", async () => {
    const stored = await hasher.hash("caf\u00e9 \u2460 violin");
    expect(await hasher.matches("cafe\u0301 1 violin", stored)).toBe(true);
    const long = await hasher.hash("x".repeat(128));
    expect(await hasher.matches("x".repeat(127), long)).toBe(false);
  });

  test("needs the installation's secret besides the stored hash", async () => {
    const stored = await hasher.hash("maple quarry 17");
    expect(await passwordHasher(other).matches("maple quarry 17", stored)).toBe(false);
    const pepperId = other.active("password-pepper").id;
    expect(await passwordHasher(other).matches("maple quarry 17", { ...stored, pepperId })).toBe(false);
  });

  test("answers no without a stored password", async () => {
    expect(await hasher.matches("anything", undefined)).toBe(false);
  });

  test("knows hashes of less cost and of an earlier secret", async () => {
    const cheap = passwordHasher(ring, workGate({ running: 1, waiting: 1 }), {
      memoryCost: 8_192,
      timeCost: 2,
      parallelism: 1,
    });
    expect(hasher.isOutdated(await cheap.hash("maple quarry 17"))).toBe(true);
    const stored = await hasher.hash("maple quarry 17");
    expect(hasher.isOutdated(stored)).toBe(false);
    const rotated = passwordHasher(
      openKeyRing(["second-secret-4Hd6Jf1Gp0SmW8uQxYzKl", "first-secret-7Qm2Zx9Lw4Vt8Kd1aBcDeF"]),
    );
    expect(rotated.isOutdated(stored)).toBe(true);
    expect(await rotated.matches("maple quarry 17", stored)).toBe(true);
  });

  test("turns work away beyond its bounds instead of queueing without end", async () => {
    const narrow = passwordHasher(ring, workGate({ running: 1, waiting: 2 }));
    const outcomes = await Promise.allSettled(Array.from({ length: 6 }, () => narrow.hash("maple quarry 17")));
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(3);
    expect(
      outcomes.filter((outcome) => outcome.status === "rejected" && outcome.reason instanceof HashingBusy),
    ).toHaveLength(3);
    expect((await narrow.hash("maple quarry 17")).hash).toContain("argon2id");
  });
});
