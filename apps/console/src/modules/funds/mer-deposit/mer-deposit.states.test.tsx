import {
  MerDepositDetail,
  merDeposit,
  NegativeBalance,
} from "@countinghouse/contract/funds/mer-deposit/mer-deposit.ts";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { page } from "vitest/browser";
import { type FakeServer, pageOfRows, refusal, startFakeServer } from "../../../../test/fake-server.ts";
import { recordOf } from "../../../../test/record-of.ts";
import { endPage, renderPage, signInFor } from "../../../../test/render-page.tsx";
import { switchLanguage } from "../../../platform/i18n/language.ts";
import { DepositPanel } from "./mer-deposit.detail.tsx";
import { MerDepositList } from "./mer-deposit.list.tsx";
import { Negatives } from "./mer-deposit.negatives.part.tsx";

const id = `mdp_${"0".repeat(26)}`;
const none = { release: false, freeze: false, unfreeze: false, use: false, extend: false };
const day = 86_400_000;
const inDays = (days: number): string => new Date(Date.now() + days * day).toISOString();

/** A hold of 612.50 USD, of which 100.00 went back and 12.50 were used. */
const buildHold = (parts: object = {}): MerDepositDetail =>
  recordOf(MerDepositDetail, {
    id,
    depositNo: "MD202611210QW4TD00AA",
    merchantName: "Brightwater Games",
    mode: "live",
    currency: "USD",
    type: "rolling",
    source: "settlement_withheld",
    amount: "61250",
    releasedAmount: "10000",
    usedAmount: "1250",
    remainAmount: "50000",
    holdDate: "2026-05-27",
    releaseDate: "2026-11-27",
    status: "partially_released",
    availableAmount: "0",
    abilities: none,
    version: 3,
    ...parts,
  });

let server: FakeServer;
let hold: MerDepositDetail;
const dialog = page.getByRole("dialog");
const ladder = () => (document.querySelector(".deposit-ladder")?.textContent ?? "").replace(/\s/g, " ");

beforeEach(async () => {
  await page.viewport(1440, 900);
  signInFor([merDeposit]);
  hold = buildHold();
  server = startFakeServer();
  server.answer(merDeposit, "page", (input) => pageOfRows([hold], input) as never);
  server.answer(merDeposit, "detail", () => hold);
});

afterEach(() => {
  endPage();
  server.stop();
  switchLanguage("en");
});

describe("what became of a hold", () => {
  test.each([
    ["USD", {}, "Held amount612.50Released−100.00Used−12.50Remains500.00 USD"],
    ["JPY", {}, "Held amount61,250Released−10,000Used−1,250Remains50,000 JPY"],
    ["KWD", {}, "Held amount61.250Released−10.000Used−1.250Remains50.000 KWD"],
    ["USD", { releasedAmount: "0", usedAmount: "0", remainAmount: "61250" }, "Held amount612.50Remains612.50 USD"],
    [
      "USD",
      { releasedAmount: "61250", usedAmount: "0", remainAmount: "0" },
      "Held amount612.50Released−612.50Remains0.00 USD",
    ],
  ])("is stepped down in %s: %j", async (currency, parts, told) => {
    await renderPage(<DepositPanel row={buildHold({ currency, ...parts })} />);
    await expect.poll(ladder).toBe(told);
  });

  test("says how far the balance is below nothing, and only then", async () => {
    await renderPage(<DepositPanel row={buildHold({ currency: "JPY", availableAmount: "-184215" })} />);
    await expect.element(page.getByText(/^The available balance is −184,215 JPY\. A loss is covered/)).toBeVisible();
    expect(server.inputs(merDeposit, "usePreview")).toEqual([]);
    endPage();
    await renderPage(<DepositPanel row={buildHold({ availableAmount: "184215" })} />);
    await expect.poll(ladder).not.toBe("");
    expect(page.getByText(/^The available balance is/).elements()).toEqual([]);
  });

  test("names what moved, by whom and why; what was used is taken", async () => {
    const move = (kind: string, parts: object = {}) => ({
      id: `mdm_${kind}`,
      kind,
      time: "2026-11-21T06:05:09.000Z",
      amount: null,
      currency: "USD",
      toDate: null,
      reason: null,
      operatorName: null,
      ...parts,
    });
    await renderPage(
      <DepositPanel
        row={buildHold({
          moves: [
            move("used", { amount: "1250", reason: "lost dispute", operatorName: "Ada" }),
            move("extended", { toDate: "2026-12-24" }),
            move("released", { amount: "10000" }),
          ],
        })}
      />,
    );
    const lines = () =>
      [...document.querySelectorAll(".ch-timeline-event")].map(({ textContent }) => textContent ?? "");
    await expect.poll(lines).toHaveLength(3);
    expect(lines()[0]).toMatch(/^Used against a lossAda · lost dispute.*−12\.50/);
    expect(lines()[1]).toContain("Release moved to 2026-12-24");
    expect(lines()[2]).toMatch(/^Released.*[^−]100\.00/);
  });
});

describe("balances below nothing", () => {
  const buildNegative = (since: number) =>
    recordOf(NegativeBalance, {
      id: `nbl_${"0".repeat(26)}`,
      merchantName: "Brightwater Games",
      currency: "KWD",
      since: inDays(-since),
      availableAmount: "-184215",
      offsetTime: inDays(5 - since),
      collectTime: inDays(30 - since),
      writeOffTime: inDays(180 - since),
      version: 9,
    });

  test.each([
    [1, /the reserve is used from \d/, false],
    [10, /the reserve is used each day; to be collected from \d/, false],
    [60, /to be collected; may be written off from \d/, false],
    [200, /· may be written off$/, true],
  ])("of %i days say what follows next, and are written off at the end alone", async (since, told, isOffered) => {
    server.answer(merDeposit, "negatives", () => [buildNegative(since)] as never);
    await renderPage(<Negatives mode="live" />);
    const line = page.getByRole("region", { name: "Balances below zero" }).getByRole("listitem");
    await expect.element(line).toMatchTextContent("−184.215 KWD");
    expect((line.element().querySelector("span")?.textContent ?? "").trim()).toMatch(told);
    expect(page.getByRole("button", { name: "Write off" }).elements()).toHaveLength(isOffered ? 1 : 0);
  });

  test("are written off with a reason and the version that was seen, by those who may", async () => {
    server.answer(merDeposit, "negatives", () => [buildNegative(200)] as never);
    server.answer(merDeposit, "writeOff", () =>
      refusal({ status: 409, message: "The balance is not below nothing any more." }),
    );
    await renderPage(<Negatives mode="live" />);
    await page.getByRole("button", { name: "Write off" }).click();
    await dialog.getByRole("textbox").fill("insolvent");
    await dialog.getByRole("button", { name: /^(Save|Write off)$/ }).click();
    await expect
      .poll(() => server.inputs(merDeposit, "writeOff"))
      .toEqual([{ negativeId: `nbl_${"0".repeat(26)}`, version: 9, reason: "insolvent" }]);
    await expect
      .element(page.getByText("The balance is not below nothing any more.", { exact: false }).first())
      .toBeVisible();
    endPage();
    signInFor([merDeposit], ["negatives"]);
    await renderPage(<Negatives mode="live" />);
    await expect.element(page.getByText("Brightwater Games")).toBeVisible();
    expect(page.getByRole("button").elements()).toEqual([]);
  });

  test("are not spoken of where there are none", async () => {
    server.answer(merDeposit, "negatives", () => []);
    await renderPage(<Negatives mode="live" />);
    await expect.poll(() => server.inputs(merDeposit, "negatives").length).toBe(1);
    expect(page.getByRole("region", { name: "Balances below zero" }).elements()).toEqual([]);
  });
});

describe("what is done with a hold", () => {
  const labels = ["Use against a loss", "Freeze", "Unfreeze", "Move the release", "Release early"];
  const offered = async (): Promise<string[]> => {
    await renderPage(<MerDepositList />, `/page?open=${id}`);
    await expect.poll(ladder).not.toBe("");
    const drawer = page.getByRole("complementary");
    return labels.filter((name) => drawer.getByRole("button", { name, exact: true }).elements().length > 0);
  };

  test.each([
    ["use", "Use against a loss"],
    ["freeze", "Freeze"],
    ["unfreeze", "Unfreeze"],
    ["extend", "Move the release"],
    ["release", "Release early"],
  ])("%s where the server says that it can succeed, and nothing beside it", async (ability, label) => {
    hold = buildHold({ abilities: { ...none, [ability]: true } });
    expect(await offered()).toEqual([label]);
  });

  test.each([
    ["live", "USD", "500.00 0.00 USD", true],
    ["test", "KWD", "50.000 0.000 KWD", false],
  ])(
    "releasing in %s shows both balances before and after, and who has to agree",
    async (mode, currency, told, isAsked) => {
      hold = buildHold({ mode, currency, abilities: { ...none, release: true } });
      server.answer(merDeposit, "release", () => null as never);
      await offered();
      await page.getByRole("complementary").getByRole("button", { name: "Release early" }).click();
      const note = () => (document.querySelector(".deposit-note")?.textContent ?? "").replace(/\s/g, " ");
      await expect.poll(note).toContain(`Remains${told}`);
      expect(note().includes("Early release goes to a second person.")).toBe(isAsked);
      await dialog.getByLabelText("Amount").fill("10");
      await expect.poll(note).toMatch(currency === "USD" ? /Remains500\.00 490\.00 USD/ : /Remains50\.000 40\.000 KWD/);
      await dialog.getByRole("textbox", { name: "Reason" }).fill("agreed");
      await dialog.getByRole("button", { name: "Release early" }).click();
      await expect
        .poll(() => server.inputs(merDeposit, "release"))
        .toMatchObject([{ id, version: 3, amount: currency === "USD" ? "1000" : "10000", reason: "agreed" }]);
    },
  );
});
