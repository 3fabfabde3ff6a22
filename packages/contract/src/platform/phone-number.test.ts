import { describe, expect, test } from "vitest";
import { isPhoneElsewhere, phoneNumberOf } from "./phone-number.ts";

describe("a phone number", () => {
  test.each([
    ["13800138000", "13800138000"],
    [" 138-0013 8000 ", "13800138000"],
    ["+86 138 0013 8000", "13800138000"],
    ["0086 13800138000", "13800138000"],
    ["+44 (20) 7946.0018", "+442079460018"],
    ["+1 415 555 0132", "+14155550132"],
  ])("%s is kept as %s", (typed, kept) => {
    expect(phoneNumberOf(typed)).toBe(kept);
  });

  test.each(["12800138000", "1380013800", "138001380001", "20 7946 0018", "+0123456789", "+12345", "phone", ""])(
    "%s is none",
    (typed) => {
      expect(phoneNumberOf(typed)).toBeUndefined();
    },
  );

  test("is of another country unless it is a mainland mobile", () => {
    expect(["13800138000", "+442079460018"].map(isPhoneElsewhere)).toEqual([false, true]);
  });
});
