import { describe, expect, test } from "vitest";
import { type AccessClaims, accessTokens } from "./access-token.ts";
import { openKeyRing } from "./key-ring.ts";

const ring = openKeyRing(["first-secret-7Qm2Zx9Lw4Vt8Kd1aBcDeF"]);
const issuedAt = new Date("2026-11-21T10:00:00Z");
const claims: AccessClaims = {
  userId: 7,
  tenantId: 1,
  sessionWord: "word",
  tokenId: "token",
  issuedAt,
  expiresAt: new Date("2026-11-21T10:15:00Z"),
};

describe("accessTokens", () => {
  test("makes the same token of the same claims", async () => {
    expect(await accessTokens(ring).sign(claims)).toBe(await accessTokens(ring).sign(claims));
  });

  test("reads what it made, valid until the very second of its expiry", async () => {
    const tokens = accessTokens(ring);
    const token = await tokens.sign(claims);
    expect(await tokens.read(token, issuedAt)).toEqual({ state: "valid", claims });
    expect((await tokens.read(token, new Date("2026-11-21T10:14:59Z"))).state).toBe("valid");
    expect(await tokens.read(token, new Date("2026-11-21T10:15:00Z"))).toEqual({ state: "expired", claims });
    expect(await accessTokens(ring).read(token, new Date("2026-11-21T11:00:00Z"))).toEqual({
      state: "expired",
      claims,
    });
  });

  test("does not believe a token from the future, nor one of another installation", async () => {
    const token = await accessTokens(ring).sign(claims);
    expect((await accessTokens(ring).read(token, new Date("2026-11-21T09:59:00Z"))).state).toBe("invalid");
    const other = accessTokens(openKeyRing(["second-secret-4Hd6Jf1Gp0SmW8uQxYzKl"]));
    expect((await other.read(token, issuedAt)).state).toBe("invalid");
  });

  test("reads nothing into noise", async () => {
    const tokens = accessTokens(ring);
    for (const noise of ["", ".", "..", "a.b.c", "e30.e30.", "x".repeat(5_000), "\u0000.\u0000.\u0000"]) {
      expect((await tokens.read(noise, issuedAt)).state).toBe("invalid");
    }
  });
});
