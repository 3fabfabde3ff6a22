import {
  type ChangeRequestDetail,
  changeRequest,
} from "@countinghouse/contract/system/change-request/change-request.ts";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { page } from "vitest/browser";
import { type FakeServer, pageOfRows, startFakeServer } from "../../../../test/fake-server.ts";
import { endPage, renderPage, signInFor } from "../../../../test/render-page.tsx";
import { ChangeRequestList } from "./change-request.list.tsx";

const id = `chg_${"0".repeat(26)}`;
const nothing = Object.fromEntries(Object.keys(changeRequest.record.shape).map((name) => [name, null]));

const buildRequest = (parts: object = {}): ChangeRequestDetail =>
  ({
    ...nothing,
    id,
    changeNo: "CR202611217K3M9QX2TD",
    operation: "sysConfig.batchUpdate",
    operationName: "Edit several · Settings",
    subject: "Second person above",
    rowCount: 1,
    reason: "the bank asks for it",
    status: "waiting",
    createTime: "2026-11-21T06:05:09.000Z",
    createUserName: "Ada",
    expireTime: "2026-11-24T06:05:09.000Z",
    isOwn: false,
    changes: [
      {
        table: "configs",
        id: "9",
        name: "Second person above",
        names: null,
        before: { value: "500" },
        after: { value: "900000" },
      },
      {
        table: "gatewayCredentials",
        id: "ga",
        name: null,
        names: null,
        before: { apiKey: "[redacted]" },
        after: { apiKey: "[redacted]" },
      },
    ],
    overtaken: [],
    approvers: [
      { id: 7, name: "Ada", hold: "own" },
      { id: 8, name: "Grace", hold: null },
    ],
    ...parts,
  }) as unknown as ChangeRequestDetail;

let server: FakeServer;
let request: ChangeRequestDetail;
const button = (name: string) => page.getByRole("button", { name, exact: true });

beforeEach(async () => {
  await page.viewport(1440, 900);
  signInFor([changeRequest]);
  request = buildRequest();
  server = startFakeServer();
  server.answer(changeRequest, "page", (input) => pageOfRows([request], input));
  server.answer(changeRequest, "detail", () => request);
  server.answer(changeRequest, "rule", () => ({ isInForce: true, isSwitchedOff: false, approvers: 2 }));
  server.answer(changeRequest, "approve", () => {
    request = buildRequest({ status: "approved", decideUserName: "Grace" });
    return null;
  });
  server.answer(changeRequest, "withdraw", () => null);
});

afterEach(() => {
  endPage();
  server?.stop();
});

describe("the list of change requests", () => {
  test("shows what would change, field by field, with secrets hidden, and who may decide", async () => {
    await renderPage(<ChangeRequestList />, `/page?open=${id}`);
    const change = page.getByRole("table", { name: "Second person above" });
    await expect.element(change.getByText("500", { exact: true })).toBeVisible();
    await expect.element(change.getByText("900000")).toBeVisible();
    await expect.element(page.getByText("hidden").first()).toBeVisible();
    await expect.element(page.getByText("asked, cannot decide")).toBeVisible();
    await expect.element(page.getByText("may approve", { exact: true })).toBeVisible();
  });

  test("has it approved after one question", async () => {
    await renderPage(<ChangeRequestList />, `/page?open=${id}`);
    await button("Approve").last().click();
    await page.getByRole("dialog").getByRole("button", { name: "Approve" }).click();
    await expect.element(page.getByText("Approved and done").first()).toBeVisible();
    expect(server.inputs(changeRequest, "approve")).toEqual([{ id }]);
  });

  test("says why it is not the reader's, in place of a button that would refuse", async () => {
    request = buildRequest({ hold: "granted" });
    await renderPage(<ChangeRequestList />, `/page?open=${id}`);
    await expect.element(page.getByText(/changed the account or the rights of the other/).first()).toBeVisible();
    expect(page.getByRole("button", { name: "Approve", exact: true }).elements()).toEqual([]);
  });

  test("lets whoever asked take it back, and nothing else", async () => {
    request = buildRequest({ hold: "own", isOwn: true });
    await renderPage(<ChangeRequestList />, `/page?open=${id}`);
    await expect.element(button("Withdraw").first()).toBeVisible();
    for (const name of ["Approve", "Turn down"]) expect(button(name).elements()).toEqual([]);
  });

  test("warns where changes still take effect at once", async () => {
    server.answer(changeRequest, "rule", () => ({ isInForce: false, isSwitchedOff: false, approvers: 1 }));
    await renderPage(<ChangeRequestList />);
    await expect.element(page.getByText(/Changes take effect at once/)).toBeVisible();
  });
});
