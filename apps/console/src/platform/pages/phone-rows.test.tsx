import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { switchLanguage } from "../i18n/language.ts";
import "./pages.css";
import { PhoneRows, phoneLines } from "./phone-rows.tsx";

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

beforeEach(() => switchLanguage("en"));
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

describe("a row on a phone with more than fits", () => {
  test("shows its state in place of a second figure", () => {
    show(["total", "end"], ["pending", "end"], ["status", "start"]);
    expect(screen.getByText("On")).toBeTruthy();
    expect(screen.queryByText("5.00")).toBeNull();
  });
});

describe("a row on a phone that says much below its name", () => {
  test("lays nothing over anything else", () => {
    const fact = (key: "name" | "status", part: "owner" | "time", text: string) =>
      ({
        key,
        title: key,
        cell: () => (part === "time" ? <time>{text}</time> : <span className="owner">{text}</span>),
        width: 100,
        part,
      }) as const;
    const { container } = render(
      <div style={{ width: 390 }}>
        <PhoneRows
          label="Orders"
          columns={[
            { ...name, key: "id" as const },
            fact("name", "owner", "E2E-1rn4itvjy5-0001"),
            fact("status", "time", "2026-11-23 08:10:56"),
            { ...columnOf("total", "start"), cell: () => <span>Declined Awaiting</span> },
          ]}
          rows={[row]}
          state={{ kind: "ready" }}
          empty={null}
          onOpen={() => {}}
        />
      </div>,
    );
    const [first, second] = [...container.querySelectorAll(".owner, time")].map((one) => one.getBoundingClientRect());
    const side = container.querySelector(".ch-phone-right")?.getBoundingClientRect();
    expect(first && second && (second.top >= first.bottom || second.left >= first.right)).toBe(true);
    for (const fact of [first, second]) expect(fact?.right).toBeLessThanOrEqual(side?.left ?? 0);
  });
});

describe("phoneLines", () => {
  const column = (key: string, part: "name" | "more" | "owner" | "time") => ({
    key,
    title: key,
    cell: () => key,
    width: 100,
    part,
  });
  const keysOf = (...columns: ReturnType<typeof column>[]) => {
    const { first, second } = phoneLines(columns);
    return [first?.key, ...second.map(({ key }) => key)];
  };

  test("does not repeat the number that stands for a name", () => {
    expect(keysOf(column("no", "more"), column("order", "more"), column("at", "time"))).toEqual(["no", "order", "at"]);
  });

  test("says whose a row is behind its code, and in place of a second name", () => {
    expect(keysOf(column("owner", "owner"), column("day", "name"), column("code", "more"))).toEqual([
      "day",
      "code",
      "owner",
    ]);
    expect(
      keysOf(column("at", "time"), column("owner", "owner"), column("account", "name"), column("person", "name")),
    ).toEqual(["account", "owner", "at"]);
    expect(keysOf(column("account", "name"), column("person", "name"))).toEqual(["account", "person"]);
  });
});
