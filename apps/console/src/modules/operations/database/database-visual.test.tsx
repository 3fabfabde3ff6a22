import { sysDatabase } from "@countinghouse/contract/operations/database/database.ts";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type FakeServer, refusal, startFakeServer } from "../../../../test/fake-server.ts";
import { endPage, renderPage, signInFor } from "../../../../test/render-page.tsx";
import { DatabaseVisualPage } from "./database-visual.page.tsx";

const key = { name: "id", type: "bigint", nullable: false, isKey: true };
const column = (name: string) => ({ name, type: "bigint", nullable: true, isKey: false });
const map = {
  tables: [
    { name: "orgs", rows: 12, bytes: 16_384, columns: [key, { ...column("name"), type: "text" }] },
    { name: "users", rows: 1_234, bytes: 2_500_000, columns: [key, column("org_id"), column("age")] },
    { name: "visits", rows: null, bytes: 0, columns: [key] },
  ],
  relations: [
    {
      name: "users_org",
      from: "users",
      to: "orgs",
      columns: [{ from: "org_id", to: "id" }],
      kind: "manyToOne" as const,
    },
  ],
};

let server: FakeServer;
beforeEach(() => {
  server = startFakeServer();
  signInFor([sysDatabase]);
  server.answer(sysDatabase, "visual", () => map);
});
afterEach(() => {
  endPage();
  server.stop();
});

const box = (name: RegExp) => screen.findByRole("button", { name }, { timeout: 10_000 });
const view = () =>
  new DOMMatrix(getComputedStyle(document.querySelector(".react-flow__viewport") as Element).transform);
/** The view once it has stopped moving. */
const still = async () => {
  let last = view().toString();
  await waitFor(() => {
    const now = view().toString();
    const isStill = now === last && now !== "none";
    last = now;
    expect(isStill).toBe(true);
  });
  return view();
};

describe("the database map", () => {
  test("shows every table as a button that says what it holds", async () => {
    await renderPage(<DatabaseVisualPage />);
    expect((await box(/^users, Rows 1,234 · columns 3$/)).textContent).toContain("PKidFKorg_id");
    expect((await box(/^visits, Columns 1$/)).textContent).toContain("PKid");
    await waitFor(() => expect(document.querySelectorAll(".react-flow__edge")).toHaveLength(1));
    expect(screen.getByText("3 of 3 tables")).toBeTruthy();
  });

  test("opens a table's columns with Enter and goes on to what it refers to", async () => {
    const { search } = await renderPage(<DatabaseVisualPage />);
    fireEvent.keyDown(await box(/^users/), { key: "Enter" });
    const drawer = await screen.findByRole("complementary");
    expect(within(drawer).getByRole("row", { name: /org_id Foreign key bigint/ })).toBeTruthy();
    expect(search().get("open")).toBe("users");
    fireEvent.click(within(drawer).getByRole("button", { name: "orgs" }));
    await waitFor(() => expect(search().get("open")).toBe("orgs"));
    expect(within(await screen.findByRole("complementary")).getByText("org_id → id")).toBeTruthy();
    fireEvent.keyDown(document, { key: "Escape" });
    await waitFor(() => expect(screen.queryByRole("complementary")).toBeNull());
  });

  test("moves by arrow keys and zooms by keys and buttons", async () => {
    await renderPage(<DatabaseVisualPage />);
    const users = await box(/^users/);
    const before = await still();
    fireEvent.keyDown(users, { key: "ArrowRight" });
    await waitFor(() => expect(view().e).toBeCloseTo(before.e - 64));
    fireEvent.keyDown(users, { key: "-" });
    await waitFor(() => expect(view().a).toBeLessThan(before.a));
    fireEvent.click(screen.getByRole("button", { name: "Zoom in" }));
    fireEvent.click(screen.getByRole("button", { name: "Show all" }));
    await waitFor(() => expect(view().a).toBeCloseTo(before.a, 1));
  });

  test("opens a table by a click", async () => {
    const { search } = await renderPage(<DatabaseVisualPage />);
    fireEvent.click(await box(/^users/));
    await waitFor(() => expect(search().get("open")).toBe("users"));
  });

  test("filters by the names of tables and columns, and says when there is none", async () => {
    await renderPage(<DatabaseVisualPage />);
    const filter = await screen.findByRole("searchbox");
    fireEvent.change(filter, { target: { value: "AGE" } });
    expect(await screen.findByText("1 of 3 tables")).toBeTruthy();
    expect((await box(/^users/)).getAttribute("tabindex")).toBe("0");
    expect((await box(/^orgs/)).getAttribute("tabindex")).toBeNull();
    fireEvent.change(filter, { target: { value: "nothing" } });
    expect(await screen.findByText("No table or column is called like that.")).toBeTruthy();
  });

  test("says the same in rows", async () => {
    await renderPage(<DatabaseVisualPage />);
    fireEvent.click(await screen.findByRole("radio", { name: "Table" }));
    const row = await screen.findByRole("row", { name: /1,234/ });
    expect(row.textContent).toContain("users");
    expect(row.textContent).toContain("2.5 MB");
    expect(row.textContent).toContain("orgs");
  });

  test("says so to whoever may not see it", async () => {
    server.answer(sysDatabase, "visual", () => refusal({ status: 403, message: "no", bizCode: "platform.forbidden" }));
    await renderPage(<DatabaseVisualPage />);
    expect(await screen.findByText("You do not have access to this")).toBeTruthy();
  });
});
