import "../theme/base.css";
import "../tokens.css";
import { cleanup, render } from "@testing-library/react";
import { useState } from "react";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import type { Column } from "./column.ts";
import { DataTable, type DataTableProps } from "./data-table.tsx";

interface Row {
  readonly id: string;
  readonly name: string;
}
const rowsOf = (count: number): Row[] =>
  Array.from({ length: count }, (_, index) => ({ id: `r${index}`, name: `Row ${index}` }));
const column = (key: keyof Row, more: Partial<Column<Row>> = {}): Column<Row> => ({
  key,
  title: key.toUpperCase(),
  cell: (row) => row[key],
  width: 160,
  ...more,
});
const columns = [column("name", { isSortable: true, hint: "Asia/Shanghai" }), column("id", { align: "end" })];
const keyOf = ({ id }: Row) => id;
const onOpen = vi.fn();
const onResize = vi.fn();
const onSort = vi.fn();

const show = (more: Partial<DataTableProps<Row>> = {}) =>
  render(
    <div style={{ height: 400, display: "grid" }}>
      <DataTable label="Things" columns={columns} rows={rowsOf(5)} rowKey={keyOf} onOpen={onOpen} {...more} />
    </div>,
  );

let ticked: ReadonlySet<string> = new Set();
function Ticking({ rows }: { rows: readonly Row[] }) {
  const [keys, setKeys] = useState<ReadonlySet<string>>(new Set(["elsewhere"]));
  ticked = keys;
  return (
    <DataTable label="Things" columns={columns} rows={rows} rowKey={keyOf} selection={{ keys, onChange: setKeys }} />
  );
}

const row = (name: string) => page.getByRole("row").filter({ hasText: name });
const focused = () => document.activeElement?.getAttribute("data-row-key");
const box = () => document.querySelector<HTMLElement>(".ch-table-scroll") as HTMLElement;

beforeEach(async () => {
  document.documentElement.lang = "en";
  await page.viewport(1000, 700);
  for (const one of [onOpen, onResize, onSort]) one.mockReset();
});
afterEach(cleanup);

describe("rows", () => {
  test("are one stop of the Tab key, walked from there and opened by Enter", async () => {
    show();
    expect(document.querySelectorAll("tr[tabindex='0']")).toHaveLength(1);
    document.querySelector<HTMLElement>("tr[tabindex='0']")?.focus();
    for (const [key, at] of [
      ["{ArrowDown}", "r1"],
      ["j", "r2"],
      ["K", "r1"],
      ["{End}", "r4"],
      ["{ArrowDown}", "r4"],
      ["{Home}", "r0"],
      ["{ArrowUp}", "r0"],
    ] as const) {
      await userEvent.keyboard(key);
      await expect.poll(focused).toBe(at);
    }
    await userEvent.keyboard("{Enter}");
    expect(onOpen).toHaveBeenCalledExactlyOnceWith({ id: "r0", name: "Row 0" });
  });

  test("open by a click anywhere but on a control of theirs, or where text was marked", async () => {
    const act = vi.fn();
    show({
      columns: [
        column("name", { cell: ({ name }) => <button type="button" onClick={act}>{`Do ${name}`}</button> }),
        columns[1] as Column<Row>,
      ],
    });
    await page.getByRole("button", { name: "Do Row 1" }).click();
    expect([act.mock.calls.length, onOpen.mock.calls.length]).toEqual([1, 0]);
    window.getSelection()?.selectAllChildren(row("Row 2").element());
    (row("Row 2").getByRole("cell").last().element() as HTMLElement).click();
    expect(onOpen).not.toHaveBeenCalled();
    window.getSelection()?.removeAllRanges();
    await row("Row 2").getByRole("cell").last().click();
    expect(onOpen).toHaveBeenCalledOnce();
  });

  test("say which of them stands beside the table", () => {
    show({ openKey: "r2" });
    expect(row("Row 2").element().getAttribute("aria-current")).toBe("true");
    expect(document.querySelectorAll("[aria-current]")).toHaveLength(1);
  });

  test("are walked to a next one that is opened, while one of them is", async () => {
    show({ openKey: "r2" });
    document.querySelector<HTMLElement>("tr[data-row-key='r2']")?.focus();
    await userEvent.keyboard("j");
    expect(onOpen).toHaveBeenCalledExactlyOnceWith({ id: "r3", name: "Row 3" });
  });

  test("leave the keys of other programs and of inputs alone", async () => {
    show({ columns: [column("name", { cell: ({ name }) => <input aria-label={name} /> })] });
    await page.getByRole("textbox", { name: "Row 1" }).click();
    await userEvent.keyboard("jk");
    await expect.element(page.getByRole("textbox", { name: "Row 1" })).toHaveValue("jk");
    expect(focused()).toBeNull();
  });
});

describe("many rows", () => {
  test("are drawn as far as they are in sight, and walked to the last", async () => {
    show({ rows: rowsOf(1000) });
    await expect.poll(() => document.querySelectorAll("tr[data-row-key]").length).toBeLessThan(80);
    document.querySelector<HTMLElement>("tr[tabindex='0']")?.focus();
    await userEvent.keyboard("{End}");
    await expect.poll(focused).toBe("r999");
    await userEvent.keyboard("{Home}");
    await expect.poll(focused).toBe("r0");
    expect(box().scrollHeight).toBeGreaterThan(30_000);
  });

  test("stay where the reader is when there are suddenly few", async () => {
    const { rerender } = show({ rows: rowsOf(1000) });
    box().scrollTop = 20_000;
    await expect.poll(() => document.querySelector("tr[data-row-key='r500']")).not.toBeNull();
    rerender(
      <div style={{ height: 400, display: "grid" }}>
        <DataTable label="Things" columns={columns} rows={rowsOf(120)} rowKey={keyOf} />
      </div>,
    );
    await expect.poll(() => document.querySelectorAll("tr[data-row-key]").length).toBeGreaterThan(5);
  });
});

describe("ticks", () => {
  const all = () => page.getByRole("checkbox", { name: "Select all rows on this page" });

  test("are set by the space bar of a row and by the box in the head, and leave those of other pages alone", async () => {
    render(<Ticking rows={rowsOf(3)} />);
    document.querySelector<HTMLElement>("tr[tabindex='0']")?.focus();
    await userEvent.keyboard(" ");
    expect([...ticked]).toEqual(["elsewhere", "r0"]);
    await expect.element(all()).not.toBeChecked();
    expect((all().element() as HTMLInputElement).indeterminate).toBe(true);
    await all().click();
    expect([...ticked]).toEqual(["elsewhere", "r0", "r1", "r2"]);
    await all().click();
    expect([...ticked]).toEqual(["elsewhere"]);
  });

  test("of no rows are not all of them", async () => {
    render(<Ticking rows={[]} />);
    await expect.element(all()).not.toBeChecked();
  });
});

describe("columns", () => {
  test("say how they are sorted, to everybody", async () => {
    show({ sort: { field: "name", order: "desc" }, onSort });
    await expect.element(page.getByRole("columnheader", { name: "NAME" })).toHaveAttribute("aria-sort", "descending");
    await page.getByRole("button", { name: "NAME" }).click();
    expect(onSort).toHaveBeenCalledWith("name");
    expect(page.getByRole("button", { name: "ID" }).elements()).toEqual([]);
  });

  test("are made wider and narrower by keys, within their limits", async () => {
    show({ onResize });
    const edge = page.getByRole("separator", { name: "Width of the column NAME" });
    (edge.element() as HTMLElement).focus();
    await userEvent.keyboard("{ArrowRight}");
    await userEvent.keyboard("{ArrowLeft}");
    const [[wider], [narrower]] = onResize.mock.calls.map(([, width]) => [width]) as [[number], [number]];
    expect([wider > 160, narrower < 160]).toEqual([true, true]);
    await expect.element(edge).toHaveAttribute("aria-valuemin", "56");
    await expect.element(edge).toHaveAttribute("aria-valuemax", "800");
  });

  test("that are pinned stay in sight while the others scroll", async () => {
    const wide = Array.from({ length: 12 }, (_, index) => ({
      ...column("name"),
      key: `c${index}`,
      title: `C${index}`,
    }));
    show({ columns: [column("name", { pin: "left" }), ...wide, column("id", { pin: "right" })] as never });
    box().scrollLeft = 900;
    const frame = box().getBoundingClientRect();
    const cells = row("Row 1").getByRole("cell").elements();
    expect(cells[0]?.getBoundingClientRect().left).toBeCloseTo(frame.left, 0);
    expect(cells.at(-1)?.getBoundingClientRect().right).toBeLessThanOrEqual(frame.right);
  });
});

describe("a table without rows", () => {
  test.each([
    [{ kind: "ready" }, "Nothing here yet"],
    [{ kind: "forbidden" }, "You do not have access to this"],
    [{ kind: "failed", failure: { message: "Down for a moment.", requestId: "req_1" } }, "Down for a moment."],
  ] as const)("that is %o says: %s", async (state, words) => {
    show({ rows: [], state: state as never });
    await expect.element(page.getByText(words)).toBeVisible();
  });

  test("holds the places of rows that are on their way, and says that it is busy", async () => {
    show({ rows: [], state: { kind: "loading" } });
    await expect.element(page.getByRole("region", { name: "Things" })).toHaveAttribute("aria-busy", "true");
    expect(document.querySelectorAll(".ch-row-bones").length).toBeGreaterThan(0);
    expect(page.getByText("Nothing here yet").elements()).toEqual([]);
  });

  test("is as wide as its box on a phone and scrolls inside it", async () => {
    await page.viewport(390, 700);
    show();
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
  });
});
