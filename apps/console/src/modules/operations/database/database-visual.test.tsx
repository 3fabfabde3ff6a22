import { sysDatabase } from "@countinghouse/contract/operations/database/database.ts";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
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
  vi.restoreAllMocks();
  endPage();
  server.stop();
});

const box = (name: RegExp) => screen.findByRole("button", { name });
const scale = () => /scale\(([\d.]+)\)/.exec(document.querySelector(".database-map > g")?.outerHTML ?? "")?.[1];
const place = () =>
  /translate\(([-\d.]+) ([-\d.]+)\)/.exec(document.querySelector(".database-map > g")?.outerHTML ?? "");

describe("the database map", () => {
  test("shows every table as a button that says what it holds", async () => {
    await renderPage(<DatabaseVisualPage />);
    expect((await box(/^users/)).textContent?.trim()).toBe("users Rows 1,234 · columns 3 PK id FK org_id");
    expect((await box(/^visits/)).textContent?.trim()).toBe("visits Columns 1 PK id");
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

  test("moves by arrow keys and zooms by keys, buttons and the wheel", async () => {
    await renderPage(<DatabaseVisualPage />);
    const users = await box(/^users/);
    const [before, at] = [Number(scale()), Number(place()?.[1])];
    fireEvent.keyDown(users, { key: "ArrowRight" });
    expect(Number(place()?.[1])).toBe(at - 64);
    fireEvent.keyDown(users, { key: "-" });
    expect(Number(scale())).toBeLessThan(before);
    fireEvent.click(screen.getByRole("button", { name: "Zoom in" }));
    expect(Number(scale())).toBeCloseTo(before);
    fireEvent.wheel(users, { deltaY: 100 });
    expect(Number(scale())).toBeLessThan(before);
    fireEvent.click(screen.getByRole("button", { name: "Show all" }));
    expect(Number(scale())).toBeCloseTo(before);
  });

  test("is dragged without opening the table under the pointer", async () => {
    // The browser knows no pointer behind an event that is made up.
    vi.spyOn(Element.prototype, "setPointerCapture").mockImplementation(() => {});
    const { search } = await renderPage(<DatabaseVisualPage />);
    const users = await box(/^users/);
    const at = Number(place()?.[1]);
    const pointer = { pointerId: 7, button: 0, clientY: 200 };
    fireEvent.pointerDown(users, { ...pointer, clientX: 200 });
    for (const clientX of [210, 230]) fireEvent.pointerMove(users, { ...pointer, clientX });
    fireEvent.pointerUp(users, { ...pointer, clientX: 230 });
    fireEvent.click(users);
    expect(Number(place()?.[1])).toBe(at + 30);
    expect(search().get("open")).toBeNull();
    fireEvent.click(users);
    await waitFor(() => expect(search().get("open")).toBe("users"));
  });

  test("filters by the names of tables and columns, and says when there is none", async () => {
    await renderPage(<DatabaseVisualPage />);
    const filter = await screen.findByRole("searchbox");
    fireEvent.change(filter, { target: { value: "AGE" } });
    expect(await screen.findByText("1 of 3 tables")).toBeTruthy();
    expect((await box(/^users/)).getAttribute("tabindex")).toBe("0");
    expect((await box(/^orgs/)).getAttribute("tabindex")).toBe("-1");
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
