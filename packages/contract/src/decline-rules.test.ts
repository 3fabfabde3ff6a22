import { describe, expect, test } from "vitest";
import { DeclineCode } from "./decline-codes.ts";
import { declineOfIso, declineRules, nextStep } from "./decline-rules.ts";

const codes = DeclineCode.members.map(({ value }) => value);

describe("decline codes", () => {
  test("each has a rule, and each rule a code", () => {
    expect(Object.keys(declineRules).sort()).toEqual([...codes].sort());
  });

  test("no response code of ISO 8583 means two things", () => {
    const all = codes.flatMap((code) => declineRules[code].iso);
    expect(new Set(all).size).toBe(all.length);
  });

  test.each([
    ["51", "insufficient_funds"],
    ["05", "do_not_honor"],
    ["n7", "invalid_cvc"],
    ["1A", "authentication_required"],
    ["07", "pickup_card"],
    ["R3", "revoke_consent"],
    ["Q9", undefined],
  ])("response %s means %s", (response, code) => {
    expect(declineOfIso(response)).toBe(code);
  });

  test("Mastercard asks for authentication where others name a limit", () => {
    expect(declineOfIso("65", "mastercard")).toBe("authentication_required");
    expect(declineOfIso("65", "visa")).toBe("exceeds_limit");
  });

  test("an unknown outcome is asked about and never tried again", () => {
    expect(nextStep("gateway_timeout_unknown")).toEqual({ oneOff: "query", recurring: { action: "query" } });
  });
});

describe("advice of a card network", () => {
  test("to stop overrules another try", () => {
    expect(nextStep("do_not_honor").oneOff).toBe("failover_once");
    expect(nextStep("do_not_honor", "03")).toEqual({ oneOff: "no", recurring: { action: "no" } });
    expect(nextStep("do_not_honor", "21").recurring).toEqual({ action: "cancel_subscription" });
  });

  test("never weakens a block", () => {
    expect(nextStep("stolen_card", "03").oneOff).toBe("block");
  });

  test("to wait changes when, not whether", () => {
    expect(nextStep("insufficient_funds", "25").recurring).toEqual({ action: "later", afterSeconds: 86_400 });
    expect(nextStep("account_closed", "25").recurring).toEqual({ action: "no" });
  });

  test("that is not known changes nothing", () => {
    expect(nextStep("insufficient_funds", "77")).toEqual(nextStep("insufficient_funds"));
  });
});
