import { goLive } from "@countinghouse/contract/merchants/go-live/go-live.ts";
import { merchantLifecycle } from "@countinghouse/contract/merchants/merchant/merchant.lifecycle.ts";
import { Merchant, merchant } from "@countinghouse/contract/merchants/merchant/merchant.ts";
import { merchantRequest } from "@countinghouse/contract/merchants/merchant-request/merchant-request.ts";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { page } from "vitest/browser";
import { type FakeServer, pageOfRows, refusal, startFakeServer } from "../../../../test/fake-server.ts";
import { renderRecord } from "../../../../test/line-endings.tsx";
import { offered } from "../../../../test/offered.ts";
import { recordOf } from "../../../../test/record-of.ts";
import { endPage, renderPage, signInFor } from "../../../../test/render-page.tsx";
import { ownMerchantId, signInOfMerchant } from "../../../../test/sign-in-of-merchant.ts";
import { switchLanguage } from "../../../platform/i18n/language.ts";
import { MerchantActivation } from "./merchant.activation.form.tsx";
import { MerchantHistory } from "./merchant.detail.tsx";
import { MerchantList } from "./merchant.list.tsx";
import { MerchantPage } from "./merchant.page.tsx";

const id = ownMerchantId;
const at = "2026-11-21T06:05:09.000Z";
const buildMerchant = (parts: object = {}): Merchant =>
  recordOf(Merchant, {
    id,
    merchantNo: "MC2026112100000001",
    name: "角落小店",
    nameEn: "Corner shop",
    legalName: "Corner Shop Ltd",
    country: "GB",
    currency: "GBP",
    timezone: "Europe/London",
    status: "active",
    createTime: at,
    version: 4,
    ...parts,
  });

let server: FakeServer;
let row: Merchant;
const button = (name: string) => page.getByRole("button", { name, exact: true });
const dialog = page.getByRole("dialog");
const heading = page.getByRole("heading", { level: 1 });

beforeEach(async () => {
  await page.viewport(1440, 900);
  row = buildMerchant();
  server = startFakeServer();
  server.answer(merchant, "detail", () => row);
  server.answer(merchant, "history", () => []);
  server.answer(merchantRequest, "page", (input) => pageOfRows([], input) as never);
});

afterEach(() => {
  endPage();
  server.stop();
  switchLanguage("en");
});

describe("the company of whoever signs in for it", () => {
  beforeEach(() => signInOfMerchant([merchant, merchantRequest]));

  test.each([
    ["en", "Corner shop"],
    ["zh-cn", "角落小店"],
    ["zh-tw", "角落小店"],
  ] as const)("stands in %s under the name that it has there", async (language, name) => {
    switchLanguage(language);
    await renderPage(<MerchantList />);
    await expect.element(heading).toMatchTextContent(name);
  });

  test.each(merchantLifecycle.states.map((status) => [status, status === "draft" || status === "more_info"] as const))(
    "is edited while it is %s: %s; otherwise a change is asked for",
    async (status, isEditable) => {
      row = buildMerchant({ status });
      await renderPage(<MerchantList />);
      await expect.element(heading).toBeVisible();
      expect(button("Edit").elements()).toHaveLength(isEditable ? 1 : 0);
      expect(button("Request a change").elements()).toHaveLength(isEditable ? 0 : 1);
      for (const name of ["Approve", "Activate", "Suspend", "Close", "Withdraw"])
        expect(button(name).elements()).toEqual([]);
    },
  );

  test("says once what it is called, and nothing of what is not known", async () => {
    row = buildMerchant({ taxNo: null, website: null, registrationNo: "07123456" });
    await renderPage(<MerchantList />);
    await expect.element(page.getByText("07123456")).toBeVisible();
    expect(page.getByText(row.merchantNo, { exact: true }).elements()).toHaveLength(1);
    expect(page.getByText("Corner shop", { exact: true }).elements()).toHaveLength(1);
    expect(page.getByText("Tax no.", { exact: true }).elements()).toEqual([]);
    expect(page.getByText("–", { exact: true }).elements()).toEqual([]);
  });

  test("asks for a change from what is known", async () => {
    await renderPage(<MerchantList />);
    await button("Request a change").click();
    await expect.element(dialog.getByLabelText(/^Legal name/)).toHaveValue("Corner Shop Ltd");
    await expect.element(dialog.getByText(/^Change what should be different\./)).toBeVisible();
  });

  test("is told what it asked for and what came of it", async () => {
    const asked = recordOf(merchantRequest.record, {
      id: "mrq_1",
      createTime: at,
      wanted: [{ field: "legalName", from: "Corner Shop Ltd", to: null }],
      note: "we moved",
      status: "declined",
      answer: "send the extract",
    });
    server.answer(merchantRequest, "page", (input) => pageOfRows([asked], input) as never);
    await renderPage(<MerchantList />);
    await expect.element(page.getByText("Legal name: Corner Shop Ltd → –; we moved")).toBeVisible();
    await expect.element(page.getByText(/send the extract/)).toBeVisible();
  });
});

describe("a merchant's page without the checklist", () => {
  test.each([
    ["draft", ["Edit", "Withdraw"]],
    ["under_review", ["Edit", "Ask for information", "Reject", "Withdraw"]],
    ["approved", ["Edit", "Withdraw"]],
    ["active", ["Edit", "Suspend", "Close"]],
    ["suspended", ["Edit", "Suspend", "Resume", "Close"]],
    ["closing", ["Edit", "Finish closing"]],
    ["closed", []],
  ])("of one that is %s offers %j", async (status, wanted) => {
    signInFor(
      [merchant],
      Object.keys(merchant.operations).filter((name) => name !== "viewAs"),
    );
    row = buildMerchant({ status });
    await renderRecord(MerchantPage, id);
    await expect.element(heading).toBeVisible();
    expect((await offered()).toSorted()).toEqual(wanted.toSorted());
  });

  test("says where it was made, in the reader's zone", async () => {
    signInFor([merchant], ["detail"]);
    row = buildMerchant({ createTime: "2026-11-20T20:00:00.000Z" });
    await renderRecord(MerchantPage, id);
    await expect.element(page.getByText("United Kingdom · GBP · created 2026-11-21")).toBeVisible();
  });
});

describe("what happened to a merchant", () => {
  test("is told with the state that it came to, who did it and why", async () => {
    signInFor([merchant]);
    const entry = (key: string, action: string, toStatus: string | null, parts: object = {}) => ({
      id: key,
      at,
      action,
      fromStatus: null,
      toStatus,
      userName: null,
      reason: null,
      ...parts,
    });
    server.answer(
      merchant,
      "history",
      () =>
        [entry("2", "suspend", "suspended", { userName: "Ada", reason: "fraud" }), entry("1", "update", null)] as never,
    );
    await renderPage(<MerchantHistory id={id} />);
    const lines = () =>
      [...document.querySelectorAll(".ch-timeline-event")].map(({ textContent }) => textContent ?? "");
    await expect.poll(lines).toHaveLength(2);
    expect(lines()[0]).toMatch(/^Suspend → SuspendedAda · fraud/);
    expect(lines()[1]).toMatch(/^Edit/);
  });

  test("is said to be nothing", async () => {
    signInFor([merchant]);
    await renderPage(<MerchantHistory id={id} />);
    await expect.element(page.getByText("Nothing has happened yet.")).toBeVisible();
  });
});

describe("activating a merchant", () => {
  test.each([
    ["who may not read the checklist", [merchant]],
    ["whose checklist cannot be read", [merchant, goLive]],
  ])("is left to the server for somebody %s", async (_who, resources) => {
    signInFor(resources);
    server.answer(goLive, "checklist", () => refusal({ status: 404, message: "not there" }));
    server.answer(merchant, "activate", () =>
      refusal({ status: 409, message: "“Corner shop” cannot take payments yet." }),
    );
    await renderPage(<MerchantActivation record={buildMerchant({ status: "approved" })} onClose={() => {}} />);
    await dialog.getByRole("button", { name: "Activate" }).click();
    await expect.poll(() => server.inputs(merchant, "activate")).toEqual([{ id, version: 4 }]);
    await expect.element(page.getByText(/cannot take payments yet/).first()).toBeVisible();
  });
});
