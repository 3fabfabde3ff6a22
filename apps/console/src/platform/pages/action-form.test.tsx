import { paymentMethod } from "@countinghouse/contract/gateways/payment-method/payment-method.ts";
import type { RecordOf } from "@countinghouse/contract/kit/resource.ts";
import { merchantMessages } from "@countinghouse/contract/merchants/merchant/merchant.messages.ts";
import { merchant } from "@countinghouse/contract/merchants/merchant/merchant.ts";
import { sysPos } from "@countinghouse/contract/system/pos/pos.ts";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { type FakeServer, pageOfRows, startFakeServer } from "../../../test/fake-server.ts";
import { endPage, renderPage, signInFor } from "../../../test/render-page.tsx";
import { ActionForm } from "./action-form.tsx";
import { type FormsOfPage, formsOf } from "./form-declaration.ts";
import { ListPage } from "./list-page.tsx";

const clerk: RecordOf<typeof sysPos> = {
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
const onClose = vi.fn();
let server: FakeServer;

beforeEach(async () => {
  await page.viewport(1440, 900);
  onClose.mockReset();
  signInFor([sysPos, merchant, paymentMethod]);
  server = startFakeServer();
});
afterEach(() => {
  endPage();
  server.stop();
});

const Positions = () => (
  <ListPage
    resource={sysPos}
    columns={["name", "code"]}
    fields={["name", "code", "orderNo", "status", "remark"]}
    rowActions={["update", "delete"]}
  />
);

describe("a list that declares its fields", () => {
  beforeEach(() => server.answer(sysPos, "page", (input) => pageOfRows([clerk], input)));

  test("adds a record and changes one by the same fields", async () => {
    server.answer(sysPos, "add", () => 1);
    server.answer(sysPos, "update", () => null);
    await renderPage(<Positions />);
    await page.getByRole("button", { name: "Add" }).click();
    await page.getByRole("textbox", { name: "Name" }).fill("Auditor");
    await page.getByRole("button", { name: "Save" }).click();
    await expect.poll(() => server.inputs(sysPos, "add")).toEqual([{ name: "Auditor", orderNo: 100, status: 1 }]);
    await page.getByRole("button", { name: "Edit" }).first().click();
    await page.getByRole("textbox", { name: "Name" }).fill("Chief clerk");
    await page.getByRole("button", { name: "Save" }).click();
    await expect
      .poll(() => server.inputs(sysPos, "update"))
      .toMatchObject([{ id: 9, version: 3, name: "Chief clerk", code: "clerk" }]);
  });

  test("opens a form again with what was typed after a reload, and begins anew when asked", async () => {
    await renderPage(<Positions />);
    await page.getByRole("button", { name: "Edit" }).first().click();
    await page.getByRole("textbox", { name: "Name" }).fill("Half a na");
    const kept = sessionStorage.getItem("countinghouse:drafts") ?? "";
    endPage();
    // As a reload leaves it: the page is new, what the window remembers is not.
    sessionStorage.setItem("countinghouse:drafts", kept);
    await renderPage(<Positions />);
    await expect.element(page.getByRole("textbox", { name: "Name" })).toHaveValue("Half a na");
    await page.getByRole("button", { name: "Start over" }).click();
    await expect.element(page.getByRole("textbox", { name: "Name" })).toHaveValue("Clerk");
    expect(sessionStorage.getItem("countinghouse:drafts")).toBe("[]");
  });

  test("leaves a form closed that the record's state no longer allows, whatever was typed before", async () => {
    const draft = { resource: "sysPos", operation: "update", id: "9", userId: 0, typed: { name: "Half a na" } };
    sessionStorage.setItem("countinghouse:drafts", JSON.stringify([draft]));
    const never = [{ action: "update", when: () => false }] as const;
    await renderPage(<ListPage resource={sysPos} columns={["name"]} fields={["name"]} rowActions={never} />);
    await expect.element(page.getByText("Clerk").first()).toBeVisible();
    await expect.element(page.getByRole("dialog")).not.toBeInTheDocument();
  });

  test("keeps nothing of a form that was saved or discarded", async () => {
    server.answer(sysPos, "add", () => 1);
    await renderPage(<Positions />);
    await page.getByRole("button", { name: "Add" }).click();
    await page.getByRole("textbox", { name: "Name" }).fill("Auditor");
    await page.getByRole("button", { name: "Cancel" }).click();
    await page.getByRole("button", { name: "Discard" }).click();
    await expect.poll(() => sessionStorage.getItem("countinghouse:drafts")).toBe("[]");
  });
});

describe("what opens for an operation", () => {
  const row = { id: `mer_${"0".repeat(26)}`, name: "Harbour Tea", version: 4, status: "active" };
  const open = (operation: string, forms?: FormsOfPage) =>
    renderPage(
      <ActionForm
        resource={merchant}
        operation={operation}
        forms={forms}
        record={row}
        plain={<p>the question</p>}
        onClose={onClose}
      />,
    );

  test("is a question where nothing but the record is taken", async () => {
    await open("activate");
    await expect.element(page.getByText("the question")).toBeVisible();
  });

  test("is a form with what else is taken, such as a reason", async () => {
    server.answer(merchant, "reject", () => null);
    await open("reject");
    await page.getByRole("textbox", { name: "Reason" }).fill("No licence");
    await page.getByRole("button", { name: "Save" }).click();
    await expect
      .poll(() => server.inputs(merchant, "reject"))
      .toEqual([{ id: row.id, version: 4, reason: "No licence" }]);
  });

  test("is a question to switch where a record is enabled or disabled", async () => {
    const method = { id: `pm_${"0".repeat(26)}`, code: "card", version: 2, status: "enabled" };
    server.answer(paymentMethod, "setStatus", () => null);
    await renderPage(
      <ActionForm
        resource={paymentMethod}
        operation="setStatus"
        record={method}
        nameField="code"
        plain={null}
        onClose={onClose}
      />,
    );
    await page.getByRole("button", { name: "Disable" }).click();
    await expect
      .poll(() => server.inputs(paymentMethod, "setStatus"))
      .toEqual([{ id: method.id, version: 2, status: "disabled" }]);
  });

  test("is what the page declares, fetched when it is opened", async () => {
    const forms = formsOf(merchant, merchantMessages, {
      reject: { fields: ({ text }) => [{ field: "reason", hint: text.suspendHint }] },
    });
    const load = vi.fn(async () => ({ forms }));
    await open("reject", load);
    await expect.element(page.getByRole("textbox")).toHaveAccessibleDescription(merchantMessages.en.text.suspendHint);
    expect(load).toHaveBeenCalledOnce();
  });

  test("asks what the page declares, and shows what is told once", async () => {
    server.answer(merchant, "activate", () => null);
    const forms = formsOf(merchant, merchantMessages, {
      activate: { ask: ({ row: { name } }) => ({ title: `Let ${name} begin?` }), said: () => "It has begun" },
    });
    await open("activate", forms);
    await expect.element(page.getByText("Let Harbour Tea begin?")).toBeVisible();
    await userEvent.keyboard("{Enter}");
    await page.getByRole("dialog").getByRole("button", { name: "Activate" }).click();
    await expect.element(page.getByText("It has begun")).toBeVisible();
    expect(server.inputs(merchant, "activate")).toEqual([{ id: row.id, version: 4 }]);
  });
});
