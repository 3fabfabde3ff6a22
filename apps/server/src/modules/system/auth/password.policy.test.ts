import { Refusal } from "@countinghouse/contract/kit/refusal.ts";
import { describe, expect, test } from "vitest";
import { estimateGuesses } from "../../../platform/crypto/guess-estimator.ts";
import { assertPassword, type PasswordProfile } from "./password.policy.ts";

const names = ["wen.zhao", "Wen Zhao", "Nova Acquiring", "countinghouse"];

function faultOf(password: string, profile: PasswordProfile = "pci"): string {
  try {
    assertPassword(password, { profile, names, estimate: estimateGuesses });
    return "";
  } catch (error) {
    if (error instanceof Refusal) return error.code.replace("sysAuth.", "");
    throw error;
  }
}

describe("assertPassword", () => {
  test.each([
    ["violet otter 93 lantern", ""],
    ["correct horse battery 5taple", ""],
    ["kP9#vT2!xR7$", ""],
    ["海阔凭鱼跃天高任鸟飞7", "passwordTooShort"],
    ["海阔凭鱼跃天高任鸟飞飞翔7", ""],
    ["elevenchar1", "passwordTooShort"],
    ["a1".repeat(65), "passwordTooLong"],
    ["only letters in here", "passwordNeedsLetterAndDigit"],
    ["938271640582", "passwordNeedsLetterAndDigit"],
    ["Password123!", "passwordCommon"],
    ["P@ssw0rd2026!!", "passwordCommon"],
    ["adminadmin123", "passwordSequence"],
    ["Welcome12345!", "passwordCommon"],
    ["Summer-Winter-2026", "passwordCommon"],
    ["1qaz2wsx3edc", "passwordCommon"],
    ["woaini5201314", "passwordCommon"],
    ["qwertyuiop12345", "passwordCommon"],
    ["abcdefghijk123456", "passwordSequence"],
    ["MerchantAdmin2026", "passwordCommon"],
    ["Manchester2026!", "passwordCommon"],
    ["zhangwei888888", "passwordCommon"],
    ["Tr0ub4dor-1990-01-01", ""],
    ["born 1990-01-01", "passwordDate"],
    ["aaaaaaaaaaaa1", "passwordSequence"],
    ["x9x9x9x9x9x9x9", "passwordSequence"],
    ["mnopqrstuvw98765", "passwordSequence"],
    ["wen.zhao likes 42", "passwordContainsName"],
    ["my zhao garden 42", "passwordContainsName"],
    ["c0unt1ngh0use 4711", "passwordContainsName"],
    ["the nova garden 42", "passwordContainsName"],
  ])("judges %s as “%s”", (password, fault) => {
    expect(faultOf(password)).toBe(fault);
  });

  test("asks for length alone in the other profile", () => {
    expect(faultOf("heron meadow qx", "nist")).toBe("");
    expect(faultOf("heron meadow q", "nist")).toBe("passwordTooShort");
    expect(faultOf("passwordpassword", "nist")).toBe("passwordSequence");
  });

  test("counts characters as people see them", () => {
    const family = "👨‍👩‍👧‍👦";
    expect(faultOf(`${family.repeat(3)}ab1`)).toBe("passwordTooShort");
  });

  test("judges one of 128 characters by each of its pieces", () => {
    expect(faultOf(`${"ab".repeat(50)}1violet otter lantern 7`)).toBe("");
    expect(faultOf("ab1".repeat(42))).toBe("passwordSequence");
  });

  test("passes on no text that takes the estimator long", () => {
    const lengths: number[] = [];
    const estimate: typeof estimateGuesses = (text, own) => {
      lengths.push(text.length);
      return { ...estimateGuesses(text, own), guessesLog10: 0 };
    };
    expect(() => assertPassword(`${"4@8({[1".repeat(18)}a1`, { profile: "pci", names, estimate })).toThrow();
    expect(lengths).toEqual([32, 32, 32, 32]);
  });
});
