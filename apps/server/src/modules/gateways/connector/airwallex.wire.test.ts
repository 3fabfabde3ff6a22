import { money } from "@countinghouse/money/money.ts";
import { describe, expect, test } from "vitest";
import { readAmount, readExact, readInstant, writeAmount, writeExact } from "./airwallex-amounts.wire.ts";
import { airwallexRefusals, declineIn } from "./airwallex-refusals.wire.ts";

describe("amounts on the wire", () => {
  test("are written and read digit by digit", () => {
    const large = money(9_007_199_254_740_993n, "USD");
    const body = writeExact({ currency: "USD" }, writeAmount(large, {}));
    expect(body).toBe('{"currency":"USD","amount":90071992547409.93}');
    expect(readExact(body)).toEqual({ currency: "USD", amount: "90071992547409.93" });
    expect(readAmount("90071992547409.93", "USD")).toEqual(large);
  });

  test.each([
    ["12.3", "USD", 1_230n],
    ["12.3000", "USD", 1_230n],
    ["12", "JPY", 12n],
    ["12.00", "JPY", 12n],
    ["0.5", "KWD", 500n],
  ])("%s %s is %d", (text, code, minor) => {
    expect(readAmount(text, code)).toEqual(money(minor, code));
  });

  test.each([
    ["12.345", "USD"],
    ["1e2", "USD"],
    ["12", "XXX"],
  ])("%s %s is no amount of ours", (text, code) => {
    expect(() => readAmount(text, code)).toThrow();
  });

  test("instants of the wire are ISO 8601 with a colon in the offset", () => {
    expect(readInstant("2026-06-01T08:00:00+0800")).toBe("2026-06-01T00:00:00.000Z");
    expect(readInstant("soon")).toBeNull();
  });
});

describe("refusals of the wire", () => {
  test.each([
    ["issuer_declined", "generic_decline"],
    ["issuer_unavailable", "issuer_unavailable"],
    ["provider_declined", "generic_decline"],
    ["risk_declined", "risk_declined_upstream"],
    ["authentication_declined", "authentication_failed"],
    ["no_3ds_liability_shift", "authentication_failed"],
    ["3ds_not_supported", "card_not_supported"],
    ["card_brand_not_supported", "card_not_supported"],
  ])("%s says that the payment was tried and is over: %s", (code, decline) => {
    expect(declineIn({ code })?.code).toBe(decline);
    expect(airwallexRefusals.meaning(400, code)).toBeUndefined();
  });

  test.each([
    ["validation_error", "invalid_transaction"],
    ["resource_not_found", "invalid_transaction"],
    ["operation_not_supported", "invalid_transaction"],
    ["amount_below_limit", "invalid_amount"],
    ["amount_above_limit", "limit_on_account"],
    ["currency_not_supported", "currency_not_supported"],
    ["configuration_error", "configuration_error"],
    ["payment_method_not_allowed", "configuration_error"],
    ["rejected_by_routing_rules", "configuration_error"],
    ["suspended_from_online_payments", "configuration_error"],
    ["frequency_above_limit", "rate_limited"],
    ["too_many_requests", "rate_limited"],
    ["invalid_status_for_operation", "duplicate_transaction"],
    ["resource_already_exists", "duplicate_transaction"],
  ])("%s says that none was tried: %s", (code, error) => {
    expect(airwallexRefusals.meaning(400, code)).toBe(error);
    expect(declineIn({ code })).toBeUndefined();
  });

  test.each([
    [400, "provider_unavailable"],
    [400, "duplicate_request"],
    [500, "internal_error"],
    [500, "validation_error"],
  ])("%d %s leaves open whether anything was processed", (status, code) => {
    expect(airwallexRefusals.meaning(status, code)).toBeUndefined();
    expect(declineIn({ code })).toBeUndefined();
  });
});
