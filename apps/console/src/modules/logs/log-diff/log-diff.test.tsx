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
    render(<DifferenceChanges changes={[change]} />);
    expect(screen.getAllByRole("row")).toHaveLength(2);
    expect(screen.getByText("Clerk")).toBeTruthy();
    expect(screen.getByText("Head clerk")).toBeTruthy();
    fireEvent.click(screen.getByRole("button", { name: "Show unchanged fields" }));
    expect(screen.getAllByRole("row")).toHaveLength(4);
  });
});
