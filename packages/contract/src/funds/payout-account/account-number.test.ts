import { expect, test } from "vitest";
import { ibanLengths, isClabe, isIban, isRoutingNumber, isSwift } from "./account-number.ts";

test.each([
  ["GB82 WEST 1234 5698 7654 32", true],
  ["DE89370400440532013000", true],
  ["fr14-2004-1010-0505-0001-3m02-606", true],
  ["GB82 WEST 1234 5698 7654 33", false],
  ["DE8937040044053201300", false],
  ["12345678", false],
  ["", false],
])("%s is an IBAN: %s", (text, is) => {
  expect(isIban(text)).toBe(is);
});

test.each([
  ["DEUTDEFF", true],
  ["DEUTDEFF500", true],
  ["DEUTDEFF50", false],
  ["DEUT1EFF", false],
])("%s is a bank's code: %s", (text, is) => {
  expect(isSwift(text)).toBe(is);
});

test.each([
  ["021000021", true],
  ["011401533", true],
  ["091000019", true],
  ["021000022", false],
  ["000000000", false],
  ["02100002", false],
])("%s is a routing number: %s", (text, is) => {
  expect(isRoutingNumber(text)).toBe(is);
});

test.each([
  ["032180000118359719", true],
  ["002010077777777771", true],
  ["032180000118359718", false],
  ["03218000011835971", false],
])("%s is a CLABE: %s", (text, is) => {
  expect(isClabe(text)).toBe(is);
});

/** Examples of the registry of ISO 13616. */
test.each([
  "AD1200012030200359100100",
  "AT611904300234573201",
  "BR1800360305000010009795493C1",
  "CH9300762011623852957",
  "FR1420041010050500013M02606",
  "MT84MALT011000012345MTLCAST001S",
  "NO9386011117947",
  "SA0380000000608010167519",
])("%s is as long as its country's", (iban) => {
  expect(isIban(iban)).toBe(true);
  expect(iban.length).toBe(ibanLengths[iban.slice(0, 2)]);
});
