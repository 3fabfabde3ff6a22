import type { RecordOf } from "@countinghouse/contract/kit/resource.ts";
import { sysPos } from "@countinghouse/contract/system/pos/pos.ts";
import { sysUserPreference } from "@countinghouse/contract/system/user-preference/user-preference.ts";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { type FakeServer, pageOfRows, refusal, startFakeServer } from "../../../test/fake-server.ts";
import { endPage, renderPage, signInFor } from "../../../test/render-page.tsx";
import { ListPage } from "./list-page.tsx";

type Pos = RecordOf<typeof sysPos>;

const buildPos = (id: number): Pos => ({
  id,
  name: `Position ${id}`,
  code: `p${id}`,
  orderNo: id,
  status: id % 2 ? 1 : 2,
  remark: null,
  version: 4,
  createTime: `2026-11-21T06:${String((id + 3) % 60).padStart(2, "0")}:09.000Z`,
  createUserName: "admin",
  updateTime: null,
  updateUserName: null,
});

const columns = ["name", "code", "status", "orderNo", "createTime"] as const;
const List = () => <ListPage resource={sysPos} columns={columns} rowActions={["delete"]} bulkActions={["delete"]} />;

let cellsDrawn = 0;
const Counted = ({ row: { name } }: { readonly row: Pos }) => {
  cellsDrawn += 1;
  return name;
};
const countedColumns = [{ field: "name", cell: Counted }] as const;
const CountedList = () => <ListPage resource={sysPos} columns={countedColumns} rowActions={["delete"]} />;

const linesColumns = [{ field: "name", lines: ["name", "code"] }] as const;

const isEven = ({ id }: Pos): boolean => id % 2 === 0;

let server: FakeServer;
const lastInput = () => server.inputs(sysPos, "page").at(-1);
const row = (name: string) => page.getByRole("row").filter({ hasText: name });

beforeEach(async () => {
  await page.viewport(1440, 900);
  signInFor([sysPos]);
  server = startFakeServer();
  const all = Array.from({ length: 45 }, (_, index) => buildPos(index + 1));
  server.answer(sysPos, "page", (input) => pageOfRows(all, input));
  server.answer(sysUserPreference, "list", () => []);
  server.answer(sysUserPreference, "save", () => null);
});

afterEach(() => {
  endPage();
  server.stop();
});

describe("ListPage", () => {
  test("says that a data scope hides records, with rows and without", async () => {
    server.answer(sysPos, "page", (input) => ({
      ...pageOfRows([buildPos(1)], input),
      limitedBy: "organisations" as const,
    }));
    await renderPage(<List />, "/page");
    await expect.element(page.getByText("Your organisations' records only")).toBeVisible();
    endPage();
    server.answer(sysPos, "page", (input) => ({ ...pageOfRows([], input), limitedBy: "own" as const }));
    await renderPage(<List />, "/page");
    await expect.element(page.getByText(/^Your own records only The data scope of your roles/)).toBeVisible();
  });

  test("leaves a column that says the same of every row to the column settings, until a row differs", async () => {
    const alike = Array.from({ length: 45 }, (_, index) => ({
      ...buildPos(index + 1),
      orderNo: index < 30 ? 7 : index,
    }));
    server.answer(sysPos, "page", (input) => pageOfRows(alike, input));
    await renderPage(<List />, "/page");
    const order = page.getByRole("columnheader", { name: /^Order/ });
    await expect.element(row("Position 3").first()).toBeVisible();
    // Somebody looks for a state even where all are in the same.
    await expect.element(page.getByRole("columnheader", { name: /^Status/ })).toBeVisible();
    expect(order.elements()).toEqual([]);
    await page.getByRole("button", { name: "Columns" }).click();
    await expect.element(page.getByRole("checkbox", { name: "Show the column Order" })).not.toBeChecked();
    await userEvent.keyboard("{Escape}");
    await page.getByRole("button", { name: "Next", exact: true }).click();
    await expect.element(order).toBeVisible();
    await page.getByRole("button", { name: "Previous", exact: true }).click();
    await expect.element(row("Position 3").first()).toBeVisible();
    await expect.element(order).toBeVisible();
  });

  test("reads filters, sort and page from the address", async () => {
    await renderPage(<List />, "/page?name=clerk&status=1&sort=-name&page=2&size=50");
    await expect
      .poll(lastInput)
      .toEqual({ name: "clerk", status: [1], field: "name", order: "desc", page: 2, pageSize: 50 });
  });

  test("shows cells by kind", async () => {
    await renderPage(<List />);
    await expect.element(row("Position 1").first()).toBeVisible();
    await expect.element(row("Position 2").first().getByText("Disabled")).toBeVisible();
    await expect.element(row("Position 2").first().getByText("2026-11-21 14:05:09")).toBeVisible();
  });

  test("sets two fields above each other where they differ", async () => {
    const named = { ...buildPos(1), name: "Cashier", code: "cash" };
    const alike = { ...buildPos(2), name: "alike", code: "alike" };
    const nameless = { ...buildPos(3), name: "", code: "only" };
    server.answer(sysPos, "page", (input) => pageOfRows([named, alike, nameless], input));
    await renderPage(<ListPage resource={sysPos} columns={linesColumns} rowActions={["delete"]} />);
    const told = (name: string) => row(name).first().getByRole("cell").first().element().textContent;
    await expect.element(row("Cashier").first()).toBeVisible();
    expect([told("Cashier"), told("alike"), told("only")]).toEqual(["Cashiercash", "alike", "only"]);
  });

  test("leaves its rows undrawn while the question of an action opens and closes", async () => {
    await renderPage(<CountedList />);
    await expect.element(row("Position 1").first()).toBeVisible();
    const before = cellsDrawn;
    await row("Position 1").first().getByRole("button", { name: "Delete" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Cancel" }).click();
    await expect.poll(() => page.getByRole("dialog").elements().length).toBe(0);
    expect(cellsDrawn).toBe(before);
  });

  test("writes sorting to the address and asks the server for it", async () => {
    const { search } = await renderPage(<List />);
    const title = page.getByTitle("Sort by Name").first();
    await title.click();
    await expect.poll(() => search().get("sort")).toBe("name");
    await expect.poll(lastInput).toMatchObject({ field: "name", order: "asc" });
    await title.click();
    await expect.poll(() => search().get("sort")).toBe("-name");
  });

  test("applies a filter once it is confirmed, and clears all of them together", async () => {
    const { search } = await renderPage(<List />, "/page?page=2");
    await page.getByRole("search").getByRole("button", { name: "Status" }).click();
    await page.getByRole("checkbox", { name: "Disabled" }).click();
    expect(search().get("status")).toBeNull();
    await page.getByRole("button", { name: "Apply" }).click();
    await expect.poll(() => search().toString()).toBe("status=2");
    await page.getByRole("button", { name: "Clear", exact: true }).click();
    await expect.poll(() => search().toString()).toBe("");
  });

  test("goes to the next page, which was read ahead", async () => {
    const { search } = await renderPage(<List />);
    await expect.poll(() => server.inputs(sysPos, "page").map(({ page: number }) => number)).toEqual([1, 2]);
    await page.getByRole("button", { name: "Next" }).click();
    await expect.element(page.getByText("21–40 of 45")).toBeVisible();
    expect(search().get("page")).toBe("2");
  });

  test("opens a row beside the list with its own address and walks on by key", async () => {
    const { search } = await renderPage(<List />);
    await row("Position 3")
      .first()
      .click({ position: { x: 300, y: 12 } });
    await expect.element(page.getByRole("heading", { name: "Position 3" })).toBeVisible();
    expect(search().get("open")).toBe("3");
    await userEvent.keyboard("j");
    await expect.poll(() => search().get("open")).toBe("4");
    await expect.element(page.getByRole("heading", { name: "Position 4" })).toBeVisible();
    await userEvent.keyboard("{Escape}");
    await expect.poll(() => search().get("open")).toBeNull();
  });

  test("offers an action only on the rows it can succeed on", async () => {
    await renderPage(
      <ListPage resource={sysPos} columns={["name"]} rowActions={[{ action: "delete", when: isEven }]} />,
    );
    await expect.element(row("Position 2").first().getByRole("button", { name: "Delete" })).toBeInTheDocument();
    expect(row("Position 3").first().getByRole("button", { name: "Delete" }).elements()).toEqual([]);
  });

  test("keeps no column for actions where no row offers one", async () => {
    const never = () => false;
    await renderPage(
      <ListPage resource={sysPos} columns={["name"]} rowActions={[{ action: "delete", when: never }]} />,
    );
    const cells = row("Position 2").first().getByRole("cell");
    await expect.poll(() => cells.elements().length).toBe(1);
    expect(page.getByRole("columnheader").elements()).toHaveLength(1);
  });

  test("lets the only action of a row float over its end, so that it takes no room from what is read there", async () => {
    await renderPage(<List />);
    await expect.element(row("Position 2").first().getByRole("button", { name: "Delete" })).toBeInTheDocument();
    const [last, actions] = page.getByRole("columnheader").elements().slice(-2);
    expect(actions?.textContent).toBe("Actions");
    expect(actions?.getBoundingClientRect().width).toBe(0);
    expect(last?.getBoundingClientRect().right).toBe(actions?.getBoundingClientRect().right);
    await row("Position 2").first().hover();
    await expect.element(row("Position 2").first().getByRole("button", { name: "Delete" })).toBeVisible();
  });

  test("says whose a row is where the rows tell", async () => {
    const told = Array.from({ length: 2 }, (_, index) => ({ ...buildPos(index + 1), tenantName: "Harbour" }));
    server.answer(sysPos, "page", (input) => pageOfRows(told, input));
    await renderPage(<List />);
    await expect.element(row("Position 2").first()).toBeVisible();
    await expect.element(page.getByText("Harbour").first()).toBeVisible();
  });

  test("has no column for whose a row is where none tells", async () => {
    await renderPage(<List />);
    await expect.element(row("Position 2").first()).toBeVisible();
    expect(page.getByText("Tenant", { exact: true }).elements()).toEqual([]);
  });

  test("tells which of the selected rows were refused and keeps those ticked", async () => {
    server.answer(sysPos, "delete", ({ id }) =>
      id === 2 ? refusal({ status: 409, message: "3 users hold it.", bizCode: "sysPos.inUse" }) : null,
    );
    await renderPage(<List />);
    for (const name of ["Position 1", "Position 2"]) await row(name).first().getByRole("checkbox").click();
    await expect.element(page.getByText("2 selected")).toBeVisible();
    await page.getByRole("toolbar").getByRole("button", { name: "Delete" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
    await expect
      .element(page.getByRole("alert"))
      .toHaveTextContent("1 of 2 done, 1 refused:Position 2 3 users hold it.");
    await expect.element(page.getByText("1 selected")).toBeVisible();
    expect(server.inputs(sysPos, "delete")).toEqual([
      { id: 1, version: 4 },
      { id: 2, version: 4 },
    ]);
  });

  test("remembers hidden columns on the server and shows the list that way again", async () => {
    await renderPage(<List />);
    await page.getByRole("button", { name: "Columns" }).click();
    await page.getByRole("checkbox", { name: "Show the column Code" }).click();
    await expect.poll(() => server.inputs(sysUserPreference, "save").at(-1)).toMatchObject({ key: "list:sysPos" });
    const saved = server.inputs(sysUserPreference, "save").at(-1) as { key: string; value: never };
    endPage();
    server.answer(sysUserPreference, "list", () => [saved]);
    await renderPage(<List />);
    await expect.element(row("Position 1").first()).toBeVisible();
    await expect.element(page.getByTitle("Sort by Name").first()).toBeVisible();
    expect(page.getByTitle("Sort by Code").elements()).toEqual([]);
  });

  test("moves a column's edge by the arrow keys", async () => {
    await renderPage(<List />);
    const edge = page.getByRole("separator", { name: "Width of the column Status" });
    (edge.element() as HTMLElement).focus();
    await userEvent.keyboard("{ArrowRight}");
    await expect.element(edge).toHaveAttribute("aria-valuenow", "128");
  });

  test("says why the rows could not be read and reads them again when asked", async () => {
    server.answer(sysPos, "page", () => refusal({ status: 422, message: "Narrow the filters." }));
    await renderPage(<List />);
    await expect.element(page.getByText("Narrow the filters.")).toBeVisible();
    server.answer(sysPos, "page", (input) => pageOfRows([buildPos(7)], input));
    await page.getByRole("button", { name: "Try again" }).click();
    await expect.element(row("Position 7")).toBeVisible();
  });

  test("asks for nothing the user may not see, and offers no action they may not take", async () => {
    signInFor([sysPos], ["detail"]);
    await renderPage(<List />);
    await expect.element(page.getByText("You do not have access to this")).toBeVisible();
    expect(server.inputs(sysPos, "page")).toEqual([]);
    endPage();
    signInFor([sysPos], ["page"]);
    await renderPage(<List />);
    await expect.element(row("Position 1").first()).toBeVisible();
    expect(page.getByRole("button", { name: "Delete" }).elements()).toEqual([]);
    expect(page.getByRole("button", { name: "Export" }).elements()).toEqual([]);
  });

  test("becomes cards of two lines on a phone, with the filters in a sheet", async () => {
    await page.viewport(390, 844);
    const { search } = await renderPage(<List />);
    await expect.element(page.getByRole("listitem").filter({ hasText: "Position 1" }).first()).toBeVisible();
    await page.getByRole("button", { name: "Filter" }).click();
    await page.getByRole("checkbox", { name: "Enabled" }).click();
    await page.getByRole("button", { name: "Apply" }).click();
    await expect.poll(() => search().get("status")).toBe("1");
  });

  test("calls a card on a phone by what its drawer is headed by", async () => {
    await page.viewport(390, 844);
    const { search } = await renderPage(
      <ListPage resource={sysPos} columns={columns} nameField="code" heading={({ row: { name } }) => <b>{name}</b>} />,
    );
    await page.getByRole("button", { name: "Positions p7 Position 7", exact: true }).click();
    await expect.poll(() => search().get("open")).toBe("7");
  });
});
