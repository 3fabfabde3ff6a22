import { AccountType } from "@countinghouse/contract/system-enumerations.ts";
import { describe, expect, test } from "vitest";
import { accessExpiry, deviceOf, isTokenSecretOf, lapseReason, outranks, surplusSessions } from "./session.policy.ts";

const at = (time: string): Date => new Date(`2026-11-21T${time}Z`);
const session = { lastSeenAt: at("10:00:00").toISOString(), expiresAt: at("22:00:00").toISOString(), endedAt: null };

describe("lapse", () => {
  test("ends an idle session on the minute and every session at its end", () => {
    const idleMs = 15 * 60_000;
    expect(lapseReason(session, idleMs, at("10:14:59"))).toBeUndefined();
    expect(lapseReason(session, idleMs, at("10:15:00"))).toBe("idle");
    expect(lapseReason({ ...session, lastSeenAt: at("21:59:59").toISOString() }, idleMs, at("22:00:00"))).toBe(
      "expired",
    );
  });
});

describe("isWordOf", () => {
  const words = { word: "new", previousWord: "old", previousWordUntil: at("10:00:10").toISOString() };
  test("knows the word before for moments only", () => {
    expect([
      isTokenSecretOf(words, "new", at("11:00:00")),
      isTokenSecretOf(words, "old", at("10:00:09")),
      isTokenSecretOf(words, "old", at("10:00:10")),
    ]).toEqual([true, true, false]);
    expect(isTokenSecretOf({ ...words, previousWord: null, previousWordUntil: null }, "old", at("10:00:00"))).toBe(
      false,
    );
  });
});

describe("surplus", () => {
  test("makes room for one more by ending the oldest", () => {
    expect(surplusSessions([1, 2, 3], 3)).toEqual([1]);
    expect(surplusSessions([1, 2, 3], 1)).toEqual([1, 2, 3]);
    expect(surplusSessions([1, 2], 3)).toEqual([]);
  });
});

describe("accessExpiry", () => {
  test("never outlives the session", () => {
    expect(accessExpiry(at("10:00:00"), 900_000, session.expiresAt)).toEqual(at("10:15:00"));
    expect(accessExpiry(at("21:55:00"), 900_000, session.expiresAt)).toEqual(at("22:00:00"));
  });
});

describe("outranks", () => {
  test("protects those above, not oneself and not equals", () => {
    const operator = { userId: 1, accountType: AccountType.NormalUser };
    expect(outranks({ userId: 2, accountType: AccountType.SysAdmin }, operator)).toBe(true);
    expect(outranks({ userId: 2, accountType: AccountType.NormalUser }, operator)).toBe(false);
    expect(outranks({ userId: 1, accountType: AccountType.SysAdmin }, operator)).toBe(false);
  });
});

describe("deviceOf", () => {
  test.each([
    [
      "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36 Edg/142.0",
      "Edge 142",
      "Windows 10",
    ],
    [
      "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1 (KHTML, like Gecko) Version/19.0 Mobile/15E148 Safari/604.1",
      "Safari 19",
      "iOS 19",
    ],
    [
      "Mozilla/5.0 (Linux; Android 16; Pixel) AppleWebKit/537.36 Chrome/142.0 Mobile Safari/537.36 MicroMessenger/8.0",
      "WeChat 8",
      "Android 16",
    ],
    ["curl/8.0", "", ""],
  ])("reads %s", (agent, browser, os) => {
    expect(deviceOf(agent)).toEqual({ browser, os });
  });
});
