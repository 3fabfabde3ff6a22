import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { switchLanguage } from "../../../platform/i18n/language.ts";
import { DifferenceChanges, fieldChanges } from "./log-diff.changes.detail.tsx";

const change = {
  tableName: "positions",
  recordId: "7",
  diffType: "update" as const,
  beforeData: { id: 7, name: "Clerk", remark: null },
  afterData: { id: 7, name: "Head clerk", remark: null },
};

beforeEach(() => switchLanguage("en"));
afterEach(cleanup);

describe("fieldChanges", () => {
  test("puts changed fields first and keeps the others", () => {
    expect(fieldChanges(change).map(({ field, isChanged }) => [field, isChanged])).toEqual([
      ["name", true],
      ["id", false],
      ["remark", false],
    ]);
  });

  test("takes every field of an added row as changed", () => {
    expect(fieldChanges({ beforeData: null, afterData: { a: 1, b: [2] } }).every(({ isChanged }) => isChanged)).toBe(
      true,
    );
  });
});

describe("DifferenceChanges", () => {
  test("shows what was and what is, and the rest when asked", () => {
    render(<DifferenceChanges changes={[change]} operation="sysPos.update" />);
    expect(screen.getAllByRole("row")).toHaveLength(2);
    expect(screen.getByText("Clerk")).toBeTruthy();
    expect(screen.getByText("Head clerk")).toBeTruthy();
    fireEvent.click(screen.getByRole("button", { name: "Show unchanged fields" }));
    expect(screen.getAllByRole("row")).toHaveLength(4);
  });

  test("names record, fields and values as people know them, in their language", () => {
    const person = {
      tableName: "users",
      recordId: "3",
      diffType: "update" as const,
      beforeData: { status: 1, orderNo: 10, passwordHash: "[redacted]" },
      afterData: { status: 2, orderNo: 10, passwordHash: "[redacted]", nobodysWord: "x" },
    };
    switchLanguage("zh-cn");
    render(<DifferenceChanges changes={[person]} operation="sysRole.grant" />);
    expect(screen.getByRole("region", { name: "账号管理 3" })).toBeTruthy();
    expect(screen.getByRole("rowheader", { name: "状态" })).toBeTruthy();
    expect(screen.getByText("停用")).toBeTruthy();
    expect(screen.queryByText("2")).toBeNull();
    expect(screen.getByRole("rowheader", { name: "nobodysWord" })).toBeTruthy();
  });
});
