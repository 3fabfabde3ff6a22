import { describe, expect, test } from "vitest";
import { cardRetryBlockOf, codeUsedUp, isDoubtful, isThreeDsForced, type PastDecline } from "./acceptance.policy.ts";

const now = new Date("2026-06-30T12:00:00.000Z");
const daysAgo = (days: number): string => new Date(now.getTime() - days * 86_400_000).toISOString();
const declined = (code: string, days: number, adviceCode: string | null = null): PastDecline => ({
  code,
  adviceCode,
  amount: "10000",
  currency: "USD",
  at: daysAgo(days),
});
const paying = (brand: string | null, amount = "10000") => ({ brand, amount, currency: "USD" });

describe("a card that was declined at a merchant", () => {
  test.each(["account_closed", "stolen_card", "lost_card", "pickup_card", "no_such_issuer", "restricted_card"])(
    "as %s is not sent again for thirty days",
    (code) => {
      expect(cardRetryBlockOf([declined(code, 29.9)], paying("visa"), now)).toMatchObject({ why: "final", code });
      expect(cardRetryBlockOf([declined(code, 30.1)], paying("visa"), now)).toBeUndefined();
    },
  );

  test("with the scheme's advice not to try again is not sent again", () => {
    expect(cardRetryBlockOf([declined("do_not_honor", 1, "03")], paying("mastercard"), now)).toMatchObject({
      why: "final",
    });
    expect(cardRetryBlockOf([declined("do_not_honor", 1, "02")], paying("mastercard"), now)).toBeUndefined();
  });

  test.each([
    "invalid_merchant",
    "invalid_transaction",
    "insufficient_funds",
    "configuration_error",
    "risk_declined_upstream",
  ])("as %s may be sent again: that says nothing final of the card", (code) =>
    expect(cardRetryBlockOf([declined(code, 1)], paying("visa"), now)).toBeUndefined(),
  );

  test.each([
    ["visa", 15],
    ["mastercard", 35],
    ["amex", 15],
    [null, 15],
  ])("of %s is not sent again after %i declines until the first of them is thirty days old", (brand, most) => {
    const some = Array.from({ length: most - 1 }, (_, index) => declined("insufficient_funds", 1 + index / 10));
    expect(cardRetryBlockOf(some, paying(brand), now)).toBeUndefined();
    const stop = cardRetryBlockOf([...some, declined("insufficient_funds", 20)], paying(brand), now);
    expect(cardRetryBlockOf([...some, declined("insufficient_funds", 20)], paying(brand, "9999"), now)).toBeUndefined();
    expect(stop).toMatchObject({ why: "tooOften", count: most, until: new Date("2026-07-10T12:00:00.000Z") });
  });

  test("three times for its code on one order is not tried a fourth time there", () => {
    const wrong = { cardFingerprint: "f", declineCode: "invalid_cvc" };
    expect(codeUsedUp([wrong, wrong, { ...wrong, cardFingerprint: "g" }], "f")).toBeUndefined();
    expect(codeUsedUp([wrong, wrong, wrong], "f")).toBe("invalid_cvc");
    const poor = { cardFingerprint: "f", declineCode: "insufficient_funds" };
    expect(codeUsedUp([poor, poor, poor, poor], "f")).toBeUndefined();
  });
});

describe("3-D Secure", () => {
  const wishes = { isAsked: false, isDemanded: false, policy: "inherit", isDoubtful: false } as const;

  test.each([
    [{}, false],
    [{ isAsked: true }, true],
    [{ isDemanded: true }, true],
    [{ policy: "always" }, true],
    [{ policy: "never", isAsked: true }, false],
    [{ policy: "never", isDemanded: true }, true],
    [{ policy: "risk_based" }, false],
    [{ policy: "risk_based", isDoubtful: true }, true],
    [{ isDoubtful: true }, false],
  ] as const)("with %j is forced: %s", (parts, isForced) => {
    expect(isThreeDsForced({ ...wishes, ...parts })).toBe(isForced);
  });

  test("is worth asking for after a decline of the day, and when payer or issuer are elsewhere than the bill", () => {
    const home = { ipCountry: "GB", country: "GB", issuerCountry: "GB" };
    expect(isDoubtful([], home, now)).toBe(false);
    expect(isDoubtful([declined("do_not_honor", 0.5)], home, now)).toBe(true);
    expect(isDoubtful([declined("do_not_honor", 2)], home, now)).toBe(false);
    expect(isDoubtful([], { ...home, ipCountry: "NG" }, now)).toBe(true);
    expect(isDoubtful([], { ...home, issuerCountry: "BR" }, now)).toBe(true);
    expect(isDoubtful([], { ...home, ipCountry: null, issuerCountry: null }, now)).toBe(false);
  });
});
