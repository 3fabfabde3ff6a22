import { describe, expect, test } from "vitest";
import { isClabe, isRoutingNumber } from "../payout-account/account-number.ts";
import { beneficiaryFaults, beneficiaryNeeds, plainBeneficiary } from "./beneficiary.ts";

const faultsOf = (details: object) =>
  beneficiaryFaults({ country: "US", method: "bank_local", bankName: "Bank", ...details }).map(
    ({ field, problem }) => `${field} ${problem}`,
  );

describe("a beneficiary's details", () => {
  test.each([
    ["US", { bankCode: "021000021", accountNo: "12345678" }, []],
    ["US", { bankCode: "021000022", accountNo: "12345678" }, ["bankCode routingNumberInvalid"]],
    ["US", {}, ["bankCode fieldNeeded", "accountNo fieldNeeded"]],
    ["MX", { accountNo: "032180000118359719" }, []],
    ["MX", { accountNo: "032180000118359710" }, ["accountNo clabeInvalid"]],
    ["DE", { iban: "DE89 3704 0044 0532 0130 00" }, []],
    ["DE", { iban: "DE89 3704 0044 0532 0130 01" }, ["iban ibanInvalid"]],
    ["DE", { iban: "GB29 NWBK 6016 1331 9268 19" }, ["iban ibanElsewhere"]],
    ["GB", { bankCode: "60-16-13", accountNo: "31926819" }, []],
    ["AU", { bankCode: "062-000", accountNo: "12345678" }, []],
    ["IN", { bankCode: "HDFC0000123", accountNo: "123456789012" }, []],
    ["IN", { bankCode: "HDFC1000123", accountNo: "123456789012" }, ["bankCode bankCodeInvalid"]],
    ["KE", { accountNo: "0123456789" }, []],
  ])("of %s: %j", (country, details, faults) => {
    expect(faultsOf({ country, ...details })).toEqual(faults);
  });

  test("by SWIFT name the bank's country, and by wallet the wallet", () => {
    const abroad = { method: "swift", country: "KE", accountNo: "0123456789", address: "1 Moi Avenue, Nairobi" };
    expect(faultsOf({ ...abroad, swift: "BARCKENX" })).toEqual([]);
    expect(faultsOf({ ...abroad, swift: "BARCGB22" })).toEqual(["swift swiftElsewhere"]);
    expect(faultsOf({ ...abroad, swift: "BARC" })).toEqual(["swift swiftInvalid"]);
    expect(faultsOf({ method: "wallet", walletType: "paypal", walletAddress: "a@b.example" })).toEqual([]);
    expect(faultsOf({ method: "wallet" })).toEqual(["walletType fieldNeeded", "walletAddress fieldNeeded"]);
  });

  test("are kept without what people part numbers by, and without what the country does not take", () => {
    const kept = plainBeneficiary({
      country: "DE",
      method: "bank_local",
      iban: "de89 3704 0044 0532 0130 00",
      accountNo: "1",
    });
    expect(kept).toMatchObject({ iban: "DE89370400440532013000", accountNo: null });
  });

  test("are asked for by country", () => {
    const needed = beneficiaryNeeds({ country: "JP", method: "bank_local" }).filter(({ isNeeded }) => isNeeded);
    expect(needed.map(({ field }) => field)).toEqual(["bankName", "bankCode", "branchCode", "accountNo"]);
  });
});

test("check digits of ABA and CLABE", () => {
  expect(["021000021", "011401533", "091000019"].every(isRoutingNumber)).toBe(true);
  expect(["000000000", "021000012", "12345678", "02100002a"].some(isRoutingNumber)).toBe(false);
  expect(isClabe("002010077777777771")).toBe(true);
  expect(isClabe("002010077777777772")).toBe(false);
});
