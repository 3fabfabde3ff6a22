import { DictItem, sysDictData } from "@countinghouse/contract/settings/dict/dict-data.ts";
import { DictType, sysDictType } from "@countinghouse/contract/settings/dict/dict-type.ts";
import { afterEach, beforeEach, expect, test } from "vitest";
import { page } from "vitest/browser";
import { type FakeServer, startFakeServer } from "../../../../test/fake-server.ts";
import { recordOf } from "../../../../test/record-of.ts";
import { endPage, renderPage, signInFor } from "../../../../test/render-page.tsx";
import { DictItems } from "./dict-items.detail.tsx";

let server: FakeServer;
beforeEach(async () => {
  await page.viewport(1440, 900);
  signInFor([sysDictType, sysDictData]);
  server = startFakeServer();
});
afterEach(() => {
  endPage();
  server.stop();
});

const dictionary = recordOf(DictType, { id: 5, code: "channel_kind", sysFlag: 2 });
const item = (parts: object) => recordOf(DictItem, { dictTypeId: 5, names: null, name: null, ...parts });

test("the items of a dictionary are shown with their further data, and found by text", async () => {
  server.answer(sysDictData, "list", () => [
    item({ id: 1, value: "Card", code: "card", status: 1, extData: '{"fee":"2.9"}' }),
    item({ id: 2, value: "Wallet", code: "wallet", status: 2, extData: null }),
  ]);
  await renderPage(<DictItems row={dictionary} />);
  await expect.element(page.getByText("Further data (JSON)")).toBeVisible();
  await expect.element(page.getByText('{"fee":"2.9"}')).toBeVisible();
  await page.getByRole("searchbox").fill("wall");
  await expect.element(page.getByText("wallet", { exact: true })).toBeVisible();
  await expect.element(page.getByText("card", { exact: true })).not.toBeInTheDocument();
});
