import { merchant } from "@countinghouse/contract/merchants/merchant/merchant.ts";
import { sysUserPreference } from "@countinghouse/contract/system/user-preference/user-preference.ts";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { page } from "vitest/browser";
import { type FakeServer, pageOfRows, startFakeServer } from "../../../test/fake-server.ts";
import { endPage, renderPage, signInFor } from "../../../test/render-page.tsx";
import { session } from "../session/session.ts";
import { ListPage } from "./list-page.tsx";
import { RecordFacts } from "./record-facts.tsx";

const shop = { id: "mer_1", name: "Lanting", orgName: null, riskLevel: null, createUserName: null, version: 1 };
const facts = ["name", "orgName", "createUserName"];
const List = () => (
  <>
    <ListPage resource={merchant} columns={["name", "orgName"]} />
    <RecordFacts resource={merchant} of={shop} fields={facts} />
  </>
);

let server: FakeServer;
const asked = () => server.inputs(merchant, "page").at(-1);
const titles = () =>
  page
    .getByRole("columnheader")
    .elements()
    .map((title) => title.textContent);

const signIn = (isOfMerchant: boolean): void => {
  signInFor([merchant]);
  session.set({ ...session.get(), user: { ...session.get().user, isOfMerchant } as never });
};

beforeEach(async () => {
  await page.viewport(1440, 900);
  server = startFakeServer();
  server.answer(merchant, "page", (input) => pageOfRows([shop] as never[], input));
  server.answer(sysUserPreference, "list", () => []);
  server.answer(sysUserPreference, "save", () => null);
});

afterEach(() => {
  endPage();
  server.stop();
});

describe("what is the operator's alone", () => {
  test("is a column, a filter and a fact for the operator's people", async () => {
    signIn(false);
    await renderPage(<List />, "/page?riskLevel=high");
    await expect.poll(titles).toContain("Organisation");
    await expect.poll(asked).toMatchObject({ riskLevel: ["high"] });
    await expect.element(page.getByText("Created by")).toBeVisible();
  });

  test("is none of them for a merchant's people, not even by an address", async () => {
    signIn(true);
    await renderPage(<List />, "/page?riskLevel=high");
    await expect.element(page.getByText("This address has a filter that cannot be used")).toBeVisible();
    expect(asked()).toBeUndefined();
    await page.getByRole("button", { name: "Show the list without it" }).click();
    await expect.poll(titles).toEqual(["Name"]);
    await expect.poll(asked).toMatchObject({ page: 1 });
    expect(asked()).not.toHaveProperty("riskLevel");
    expect(page.getByText("Organisation").elements()).toEqual([]);
    expect(page.getByText("Created by").elements()).toEqual([]);
    expect(page.getByText("Risk").elements()).toEqual([]);
  });
});
