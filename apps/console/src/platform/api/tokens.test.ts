import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { localMemory } from "../state/local.ts";
import { claimsOf, clearTokens, millisecondsLeft, signedInUser, storedTokens, storeTokens } from "./tokens.ts";

const encode = (claims: object): string => {
  const payload = btoa(JSON.stringify(claims)).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
  return `h.${payload}.s`;
};
const at = Date.parse("2026-11-21T06:00:00.000Z");
const seconds = at / 1000;

beforeEach(() => {
  vi.useFakeTimers({ now: at, toFake: ["Date"] });
  localStorage.clear();
  clearTokens();
});
afterEach(() => {
  clearTokens();
  localStorage.clear();
  vi.useRealTimers();
});

describe("the stored pair", () => {
  test("is what was stored last, and nothing once it was forgotten", () => {
    expect([storedTokens(), signedInUser()]).toEqual([undefined, undefined]);
    storeTokens({ access: encode({ sub: "7" }), refresh: "r-1" });
    storeTokens({ access: encode({ sub: "8" }), refresh: "r-2" });
    expect(storedTokens()).toEqual({ access: encode({ sub: "8" }), refresh: "r-2" });
    expect(signedInUser()).toBe("8");
    clearTokens();
    expect([storedTokens(), signedInUser()]).toEqual([undefined, undefined]);
  });

  test("is nothing where a half of it is missing", () => {
    storeTokens({ access: encode({}), refresh: "" });
    expect(storedTokens()).toBeUndefined();
  });
});

describe("the claims of a token", () => {
  test("are read from the web's own base64", () => {
    expect(claimsOf(encode({ sub: "7", exp: 1, note: "ÿ?>~" }))).toMatchObject({ sub: "7", exp: 1 });
  });

  test.each(["", "nothing", "a.b.c", "a.%%%.c"])("are none of “%s”", (token) => {
    expect(claimsOf(token)).toEqual({});
  });
});

describe("the time that a token has left", () => {
  test("is counted by the server's clock, however wrong the machine's is", () => {
    const access = encode({ iat: seconds + 3_600, exp: seconds + 4_200 });
    expect(millisecondsLeft(access)).toBe(4_200_000);
    storeTokens({ access, refresh: "r" });
    expect(localMemory.read("clockSkew")).toBe(3_600_000);
    expect(millisecondsLeft(access)).toBe(600_000);
  });

  test("is negative once it is over, and has no end where the token tells none", () => {
    expect(millisecondsLeft(encode({ exp: seconds - 1 }))).toBe(-1_000);
    expect(millisecondsLeft(encode({}))).toBe(Number.POSITIVE_INFINITY);
  });
});
