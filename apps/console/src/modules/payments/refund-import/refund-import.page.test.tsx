import { type RefundImportDetail, refundImport } from "@countinghouse/contract/payments/refund-import/refund-import.ts";
import { refundImportRow } from "@countinghouse/contract/payments/refund-import/refund-import-row.ts";
import { Route, Routes } from "react-router";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { page } from "vitest/browser";
import { type FakeServer, pageOfRows, refusal, startFakeServer } from "../../../../test/fake-server.ts";
import { endPage, renderPage, signInFor } from "../../../../test/render-page.tsx";
import { emptySession, session } from "../../../platform/session/session.ts";
import { RefundImportPage } from "./refund-import.page.tsx";
import { RefundImportAdd } from "./refund-import.upload.form.tsx";

const id = `rim_${"0".repeat(26)}`;
const merchantId = `mer_${"0".repeat(26)}`;
const at = "2026-11-21T06:05:09.000Z";
const refundTotal = { currency: "USD", settleCurrency: "USD", handlingFee: "100" } as const;

const file: RefundImportDetail = {
  id,
  fileName: "back.csv",
  merchantId,
  merchantName: "Corner shop",
  mode: "test",
  status: "checked",
  fileBytes: 812,
  rowCount: 3,
  doneRows: 3,
  failure: null,
  checkTime: at,
  startTime: null,
  finishTime: null,
  leaveOutRefused: false,
  totals: [
    { ...refundTotal, verdict: "refund", count: 2, amount: "20000", settleAmount: "20000" },
    { ...refundTotal, verdict: "refused", count: 1, amount: "10000", settleAmount: null, handlingFee: null },
  ],
  version: 1,
  createTime: at,
  createUserName: "Ada",
  updateTime: null,
  updateUserName: null,
};
const nothing = Object.fromEntries(Object.keys(refundImportRow.record.shape).map((name) => [name, null]));
const row = (parts: object) => ({ ...nothing, currency: "USD", amount: "10000", settleCurrency: "USD", ...parts });

let server: FakeServer;

beforeEach(async () => {
  await page.viewport(1440, 900);
  signInFor([refundImport, refundImportRow]);
  server = startFakeServer();
  server.answer(refundImport, "detail", () => file);
  server.answer(refundImport, "start", () => null);
  server.answer(refundImportRow, "page", (input) =>
    pageOfRows(
      [
        row({ id: 2, verdict: "refund", orderNo: "OR1", settleAmount: "10000", sourceBucket: "pending" }),
        row({ id: 4, verdict: "refused", orderNo: "OR3", refusal: "9.00 USD can still be refunded." }),
      ] as never,
      input,
    ),
  );
});

afterEach(() => {
  endPage();
  server.stop();
});

describe("a file of refunds", () => {
  test("shows what each row would come to, and asks for nothing before the refused rows are left out knowingly", async () => {
    const pages = (
      <Routes>
        <Route path=":id" element={<RefundImportPage />} />
      </Routes>
    );
    await renderPage(pages, `/page/${id}`);
    await expect.element(page.getByText("Nothing has been refunded yet.", { exact: false })).toBeVisible();
    await expect.element(page.getByText("9.00 USD can still be refunded.")).toBeVisible();
    const start = page.getByRole("button", { name: "Ask for 2 refunds" });
    await expect.element(start).toBeDisabled();
    await page.getByLabelText("Leave out 1 refused rows").click();
    await start.click();
    await expect.poll(() => server.inputs(refundImport, "start")).toEqual([{ id, leaveOutRefused: true }]);
    await page.getByRole("button", { name: "Refused 1" }).click();
    await expect
      .poll(() => server.inputs(refundImportRow, "page").at(-1))
      .toMatchObject({ refundImportId: id, verdict: ["refused"] });
  });

  test("says at the file what it lacks", async () => {
    const user = {
      isOfMerchant: true,
      merchant: { id: merchantId, name: "Corner shop", nameEn: null, currency: "USD" },
    };
    session.set({ ...emptySession, phase: "ready", user: user as never, permissions: new Set(["refundImport:add"]) });
    const message = "The file has no column “Currency”.";
    server.answer(refundImport, "add", () => refusal({ status: 400, message, fields: [{ field: "data", message }] }));
    await renderPage(<RefundImportAdd onClose={() => {}} />);
    await page.getByLabelText("Choose a file").upload(new File(["Order no.,Amount\nA-1,1"], "back.csv"));
    await page.getByRole("button", { name: "Upload and dry run" }).click();
    await expect.element(page.getByText(message)).toBeVisible();
    expect(server.inputs(refundImport, "add")).toMatchObject([{ merchantId, fileName: "back.csv" }]);
  });
});
