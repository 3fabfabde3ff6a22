import type { RecordOf } from "@countinghouse/contract/kit/resource.ts";
import { sysPos } from "@countinghouse/contract/system/pos/pos.ts";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { type FakeServer, refusal, startFakeServer } from "../../../test/fake-server.ts";
import { endPage, renderPage, signInFor } from "../../../test/render-page.tsx";
import { RecordForm } from "./record-form.tsx";
import { hasUnsavedChanges } from "./unsaved-forms.ts";

type Pos = RecordOf<typeof sysPos>;

const record: Pos = {
  id: 9,
  name: "Clerk",
  code: "clerk",
  orderNo: 5,
  status: 1,
  remark: null,
  version: 3,
  createTime: "2026-11-21T06:05:09.000Z",
  createUserName: "admin",
  updateTime: null,
  updateUserName: null,
};

const fields = ["name", "code", "orderNo", "status", "remark"] as const;
const onClose = vi.fn();
const Add = () => <RecordForm resource={sysPos} operation="add" fields={fields} onClose={onClose} />;
const Update = () => (
  <RecordForm resource={sysPos} operation="update" fields={fields} record={record} onClose={onClose} />
);

let server: FakeServer;
const field = (name: string) => page.getByRole("textbox", { name });
const save = () => page.getByRole("button", { name: "Save" }).click();

beforeEach(async () => {
  await page.viewport(1440, 900);
  onClose.mockReset();
  signInFor([sysPos]);
  server = startFakeServer();
});

afterEach(() => {
  endPage();
  server.stop();
});

describe("RecordForm", () => {
  test("sends what was typed with the schema's defaults, says so and closes", async () => {
    server.answer(sysPos, "add", () => 1);
    await renderPage(<Add />);
    await field("Name").fill("Auditor");
    await save();
    await expect.poll(() => onClose.mock.calls.length).toBe(1);
    expect(server.inputs(sysPos, "add")).toEqual([{ name: "Auditor", orderNo: 100, status: 1 }]);
    await expect.element(page.getByText("Add: done")).toBeVisible();
  });

  test("refuses at the field what the input does not take, and goes to the first such field", async () => {
    await renderPage(<Add />);
    await save();
    await expect.element(page.getByText("Name is missing.")).toBeVisible();
    await expect.element(field("Name")).toHaveFocus();
    await expect.element(field("Name")).toHaveAccessibleDescription("Name is missing.");
    expect(server.inputs(sysPos, "add")).toEqual([]);
  });

  test("places the server's refusal at its field and keeps what was typed", async () => {
    server.answer(sysPos, "add", () =>
      refusal({
        status: 400,
        message: "It exists already.",
        bizCode: "sysPos.duplicate",
        fields: [{ field: "code", message: "Taken." }],
      }),
    );
    await renderPage(<Add />);
    await field("Name").fill("Auditor");
    await field("Code").fill("aud");
    await save();
    await expect.element(field("Code")).toHaveAccessibleDescription("Taken.");
    await expect.element(field("Code")).toHaveFocus();
    await expect.element(field("Name")).toHaveValue("Auditor");
    expect(onClose).not.toHaveBeenCalled();
  });

  test("shows what belongs to no field above the form, with the request's id", async () => {
    server.answer(sysPos, "add", () => refusal({ status: 503, message: "The database cannot be reached." }));
    await renderPage(<Add />);
    await field("Name").fill("Auditor");
    await save();
    await expect.element(page.getByRole("alert").getByText("The database cannot be reached.")).toBeVisible();
    await expect.element(page.getByText("Request req_test")).toBeVisible();
  });

  test("sends the version it read, and after someone else's change reloads without losing what was typed", async () => {
    server.answer(sysPos, "update", ({ version }) =>
      version === 4 ? null : refusal({ status: 409, message: "Changed meanwhile.", bizCode: "platform.stale" }),
    );
    server.answer(sysPos, "detail", () => ({ ...record, version: 4, code: "office", name: "Secretary" }));
    await renderPage(<Update />);
    await field("Name").fill("Chief clerk");
    await save();
    await page.getByRole("button", { name: "Reload, keep what I typed" }).click();
    await expect.element(field("Code")).toHaveValue("office");
    await expect.element(field("Name")).toHaveValue("Chief clerk");
    await save();
    await expect.poll(() => onClose.mock.calls.length).toBe(1);
    expect(server.inputs(sysPos, "update").map(({ version, name }) => [version, name])).toEqual([
      [3, "Chief clerk"],
      [4, "Chief clerk"],
    ]);
  });

  test("submits by Ctrl+Enter, and a second one at once is no second wish", async () => {
    server.answer(sysPos, "add", () => refusal({ status: 400, message: "No." }));
    await renderPage(<Add />);
    await field("Name").fill("Auditor");
    await userEvent.keyboard("{Control>}{Enter}{Enter}{/Control}");
    await expect.element(page.getByText("No.", { exact: true })).toBeVisible();
    expect(server.inputs(sysPos, "add").length).toBe(1);
  });

  test("sends the same key again when no answer came, and a new one after an answer", async () => {
    let isDown = true;
    server.answer(sysPos, "add", () => {
      if (isDown) throw new TypeError("connection lost");
      return refusal({ status: 400, message: "No." });
    });
    await renderPage(<Add />);
    await field("Name").fill("Auditor");
    for (const down of [true, false, false]) {
      isDown = down;
      const sent = server.calls.length;
      await expect.element(page.getByRole("button", { name: "Save" })).toBeEnabled();
      await save();
      await expect.poll(() => server.calls.length).toBe(sent + 1);
    }
    const [first, second, third] = server.calls.map(({ idempotencyKey }) => idempotencyKey);
    expect(first).toBeTruthy();
    expect(second).toBe(first);
    expect(third).not.toBe(first);
  });

  test("asks before it drops what was typed, and not when nothing was", async () => {
    await renderPage(<Update />);
    await page.getByRole("button", { name: "Cancel" }).click();
    await vi.waitFor(() => expect(onClose).toHaveBeenCalledTimes(1));
    await field("Name").fill("Chief clerk");
    expect(hasUnsavedChanges()).toBe(true);
    await page.getByRole("button", { name: "Cancel" }).first().click();
    await page.getByRole("button", { name: "Keep editing" }).click();
    expect(onClose).toHaveBeenCalledTimes(1);
    await field("Name").fill("Clerk");
    await expect.poll(() => hasUnsavedChanges()).toBe(false);
  });

  test("holds a change of route until the reader decides", async () => {
    const { router } = await renderPage(<Update />);
    await field("Name").fill("Chief clerk");
    await router.navigate("/other");
    await page.getByRole("button", { name: "Keep editing" }).click();
    expect(router.state.location.pathname).toBe("/page");
    await router.navigate("/other");
    await page.getByRole("button", { name: "Discard" }).click();
    await expect.element(page.getByText("elsewhere")).toBeVisible();
  });

  test("asks again when the next way out comes before the answer to the first is drawn", async () => {
    const { router } = await renderPage(<Update />);
    await field("Name").fill("Chief clerk");
    await router.navigate("/other");
    await expect.element(page.getByRole("button", { name: "Keep editing" })).toBeVisible();
    (page.getByRole("button", { name: "Keep editing" }).element() as HTMLElement).click();
    await Promise.resolve();
    void router.navigate("/other");
    await page.getByRole("button", { name: "Discard" }).click();
    await expect.element(page.getByText("elsewhere")).toBeVisible();
  });
});
