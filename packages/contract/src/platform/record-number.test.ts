import { describe, expect, test } from "vitest";
import { readNumber } from "./record-number.ts";

describe("readNumber", () => {
  test.each([
    ["OR202605217K3M9QX2TD", { beginning: "OR202605217K3M9QX2TD" }],
    ["OR2", { beginning: "OR2" }],
    ["OR20260521", { beginning: "OR20260521" }],
    ["OR202605217K3", { beginning: "OR202605217K3" }],
    ["OR…7K3M9QX2TD", { own: "7K3M9QX2TD" }],
    ["OR...7K3M9QX2TD", { own: "7K3M9QX2TD" }],
    ["…7K3M9QX2TD", { own: "7K3M9QX2TD" }],
    ["7K3M9QX2TD", { own: "7K3M9QX2TD" }],
  ])("reads %s", (text, read) => {
    expect(readNumber(text, "OR")).toEqual(read);
  });

  test("tells its own characters from a beginning that looks alike", () => {
    expect(readNumber("AT20260521", "AT")).toEqual({ beginning: "AT20260521" });
    expect(readNumber("AT34K9QWER", "AT")).toEqual({ own: "AT34K9QWER" });
    expect(readNumber("XY3K9QWERT", "AT")).toEqual({ own: "XY3K9QWERT" });
  });

  test.each(["OR", "AT…7K3M9QX2TD", "AT202605217K3M9QX2TD", "OR…7K3M9QX2T", "SHOP-1001", "7K3M9QX2TU"])(
    "reads nothing of an order in %s",
    (text) => {
      expect(readNumber(text, "OR")).toBeUndefined();
    },
  );
});
