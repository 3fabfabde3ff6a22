import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { startI18n } from "../i18n/i18n.ts";
import { PhoneRows } from "./phone-rows.tsx";

const row = { id: 1, name: "Harbour", total: "20.00", pending: "5.00", status: "On" };
const columnOf = (key: "total" | "pending" | "status", align: "start" | "end") =>
  ({ key, title: key.toUpperCase(), cell: (one: typeof row) => one[key], width: 100, part: "side", align }) as const;
const name = { key: "name", title: "Name", cell: (one: typeof row) => one.name, width: 100, part: "name" } as const;

const show = (...columns: Parameters<typeof columnOf>[]) =>
  render(
    <PhoneRows
      label="Balances"
      columns={[name, ...columns.map((column) => columnOf(...column))]}
      rows={[row]}
      state={{ kind: "ready" }}
      empty={null}
      onOpen={() => {}}
    />,
  );

beforeEach(() => startI18n("en"));
afterEach(cleanup);

describe("a row on a phone", () => {
  test("names its figures where there are two", () => {
    show(["total", "end"], ["pending", "end"]);
    expect(screen.getByText("TOTAL").parentElement?.textContent).toBe("TOTAL20.00");
    expect(screen.getByText("PENDING").parentElement?.textContent).toBe("PENDING5.00");
  });

  test("leaves a figure beside a state as it is", () => {
    show(["total", "end"], ["status", "start"]);
    expect(screen.queryByText("TOTAL")).toBeNull();
    expect(screen.getByText("20.00")).toBeTruthy();
  });
});
