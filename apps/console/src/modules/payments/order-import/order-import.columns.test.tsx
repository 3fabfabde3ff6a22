import { paymentMethod } from "@countinghouse/contract/gateways/payment-method/payment-method.ts";
import { type OrderImportDetail, orderImport } from "@countinghouse/contract/payments/order-import/order-import.ts";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { page } from "vitest/browser";
import { type FakeServer, startFakeServer } from "../../../../test/fake-server.ts";
import { endPage, renderPage, signInFor } from "../../../../test/render-page.tsx";
import { hasUnsavedChanges } from "../../../platform/pages/unsaved-forms.ts";
import { ColumnsForm } from "./order-import.columns.part.tsx";

const mapping = {
  columns: { merchantOrderNo: [0], amount: [1], currency: [2], orderTime: [3], status: [4] },
  timeZone: "UTC",
  dayOrder: "dayFirst",
  decimalSign: ".",
  unit: "major",
  statuses: {},
  methods: {},
} as const;

const columnOf = (name: string) => ({ name, samples: [name], words: null });
const row = {
  id: "imp_01",
  encoding: "utf-8",
  delimiter: ",",
  columns: ["number", "sum", "currency", "time", "state"].map(columnOf),
  mapping,
} as unknown as OrderImportDetail;

let server: FakeServer;
const check = page.getByRole("button", { name: "Dry run" });
const choose = async (label: string, option: string) => {
  await page.getByLabelText(label, { exact: false }).click();
  await page.getByText(option, { exact: true }).last().click();
};

beforeEach(async () => {
  await page.viewport(1440, 900);
  signInFor([orderImport]);
  server = startFakeServer();
  server.answer(paymentMethod, "list", () => []);
  server.answer(orderImport, "check", () => null);
  await renderPage(<ColumnsForm row={row} start={mapping as never} />);
});

afterEach(() => {
  endPage();
  server.stop();
});

describe("the meanings of an import's columns", () => {
  test("are sent to a dry run as they stand, and count as unsaved once they differ", async () => {
    expect(hasUnsavedChanges()).toBe(false);
    await page.getByRole("radio", { name: "Smallest units: 1234" }).click();
    await expect.poll(() => hasUnsavedChanges()).toBe(true);
    await check.click();
    await expect.poll(() => server.inputs(orderImport, "check")).toMatchObject([{ mapping: { unit: "minor" } }]);
  });

  test("wait while the file is told to be written in another way than it was read", async () => {
    await choose("Separator", "Semicolon");
    await expect.element(check).toBeDisabled();
    await expect.element(page.getByText("Read the file again first.")).toBeVisible();
    expect(hasUnsavedChanges()).toBe(true);
    await choose("Separator", "Comma");
    await expect.element(check).toBeEnabled();
    expect(hasUnsavedChanges()).toBe(false);
  });
});
