import { describe, expect, test } from "vitest";
import { openKeyRing } from "./key-ring.ts";
import { isSealedByOldKey, open, openUnder, seal, sealUnder } from "./sealing.ts";

const [first, second] = ["first-secret-7Qm2Zx9Lw4Vt8Kd1aBcDeF", "second-secret-4Hd6Jf1Gp0SmW8uQxYzKl"];
const ring = openKeyRing([first]);

describe("seal", () => {
  test("gives back what was sealed, and another text each time", () => {
    const [one, other] = [seal(ring, "secret", "totp:1"), seal(ring, "secret", "totp:1")];
    expect(one).not.toBe(other);
    expect([open(ring, one, "totp:1"), open(ring, other, "totp:1")]).toEqual(["secret", "secret"]);
  });

  test("opens in no other place and not after one changed byte", () => {
    const sealed = seal(ring, "secret", "totp:1");
    expect(() => open(ring, sealed, "totp:2")).toThrow();
    const [mark, id, body = ""] = sealed.split(".");
    const bytes = Buffer.from(body, "base64url");
    for (const at of [0, 13, bytes.length - 1]) {
      const changed = Buffer.from(bytes);
      changed[at] = (changed[at] ?? 0) ^ 1;
      expect(() => open(ring, `${mark}.${id}.${changed.toString("base64url")}`, "totp:1")).toThrow();
    }
    expect(() =>
      open(ring, `${mark}.${id}.${bytes.subarray(0, bytes.length - 8).toString("base64url")}`, "totp:1"),
    ).toThrow();
  });

  test("is read with an earlier secret and marked as due for sealing again", () => {
    const sealed = seal(ring, "secret", "totp:1");
    const rotated = openKeyRing([second, first]);
    expect(open(rotated, sealed, "totp:1")).toBe("secret");
    expect([isSealedByOldKey(ring, sealed), isSealedByOldKey(rotated, sealed)]).toEqual([false, true]);
    expect(() => open(openKeyRing([second]), sealed, "totp:1")).toThrow();
  });
});

describe("sealUnder", () => {
  test("opens with the same word only", () => {
    const sealed = sealUnder("one word", "next");
    expect(openUnder("one word", sealed)).toBe("next");
    expect(() => openUnder("another", sealed)).toThrow();
  });
});
