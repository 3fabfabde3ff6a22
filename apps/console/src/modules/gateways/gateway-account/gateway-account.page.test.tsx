import {
  GatewayAccountDetail as Detail,
  gatewayAccount,
} from "@countinghouse/contract/gateways/gateway-account/gateway-account.ts";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { type FakeServer, refusal, startFakeServer } from "../../../../test/fake-server.ts";
import { recordOf } from "../../../../test/record-of.ts";
import { endPage, renderPage, signInFor } from "../../../../test/render-page.tsx";
import { GatewayAccountCredentials } from "./gateway-account.credentials.form.tsx";
import { CredentialsCell } from "./gateway-account.credentials.part.tsx";
import { GatewayAccountDetail } from "./gateway-account.detail.tsx";

const id = `ga_${"0".repeat(26)}`;
const at = "2026-11-21T06:05:09.000Z";
const text3 = (en: string) => ({ en, "zh-cn": en, "zh-tw": en });
const credential = (name: string, parts: object = {}) => ({
  name,
  label: text3(name),
  isSecret: true,
  isRequired: true,
  setTime: null,
  setUserName: null,
  ...parts,
});
const change = {
  id: `gc_${"0".repeat(26)}`,
  names: ["apiKey", "gone"],
  reason: "rotated at the provider",
  createTime: at,
  createUserName: "Ada",
  isOwn: false,
};

const buildAccount = (parts: object = {}): Detail =>
  recordOf(Detail, {
    id,
    accountNo: "GA0001",
    gatewayName: "Stripe",
    name: "Main",
    mode: "live",
    status: "enabled",
    health: "healthy",
    measuredHealth: "healthy",
    currencies: ["EUR"],
    settlementCurrency: "EUR",
    credentials: [
      credential("apiKey", { setTime: at, setUserName: "Bo" }),
      credential("hint", { isRequired: false, isSecret: false }),
    ],
    webhookUrl: "/hooks/abc",
    version: 5,
    ...parts,
  }) as Detail;

let server: FakeServer;
let account: Detail;
const button = (name: string) => page.getByRole("button", { name, exact: true });
const dialog = page.getByRole("dialog");
const show = () => renderPage(<GatewayAccountDetail row={account} />);

beforeEach(async () => {
  await page.viewport(1440, 900);
  signInFor([gatewayAccount]);
  account = buildAccount();
  server = startFakeServer();
  server.answer(gatewayAccount, "detail", () => account);
  server.answer(gatewayAccount, "usage", () => []);
});

afterEach(() => {
  endPage();
  server.stop();
});

describe("credentials of an account at a gateway", () => {
  test.each([
    ["complete", { isComplete: true }, "Complete"],
    ["missing", { isComplete: false }, "Missing"],
    ["waiting, whatever is complete", { isComplete: true, hasPendingChange: true }, "Change waits"],
  ])("are told in the list as %s", async (_what, parts, told) => {
    await renderPage(<CredentialsCell row={buildAccount(parts)} />);
    await expect.element(page.getByText(told, { exact: true })).toBeVisible();
  });

  test("are told by whether they are set, when and by whom, and never by what they are", async () => {
    await show();
    await expect.element(page.getByText("Set 2026-11-21 14:05:09 by Bo")).toBeVisible();
    await expect.element(page.getByText("Not set · optional")).toBeVisible();
  });

  test("ask for each thing that the provider asks for, and send only what was entered", async () => {
    const onClose = vi.fn();
    server.answer(gatewayAccount, "setCredentials", () => change.id);
    await renderPage(<GatewayAccountCredentials record={account} onClose={onClose} />);
    await expect.element(dialog.getByText(/the change waits until somebody else approves it/)).toBeVisible();
    await expect.element(dialog.getByText("Empty keeps what is set.")).toBeVisible();
    await expect.element(dialog.getByLabelText("apiKey")).toHaveAttribute("type", "password");
    await dialog.getByLabelText("hint").fill("eu");
    await dialog.getByRole("textbox", { name: "Reason" }).fill("moved");
    await dialog.getByRole("button", { name: /^(Save|Set credentials)$/ }).click();
    await expect
      .poll(() => server.inputs(gatewayAccount, "setCredentials"))
      .toEqual([{ id, values: { hint: "eu" }, reason: "moved" }]);
    await expect.element(page.getByText("The change waits for approval.", { exact: false })).toBeVisible();
  });

  test("of a test account hold at once, which is said", async () => {
    account = buildAccount({ mode: "test" });
    server.answer(gatewayAccount, "setCredentials", () => null);
    await renderPage(<GatewayAccountCredentials record={account} onClose={() => {}} />);
    await expect.element(dialog.getByText("Applies at once.")).toBeVisible();
    await dialog.getByLabelText("hint").fill("eu");
    await dialog.getByRole("textbox", { name: "Reason" }).fill("moved");
    await dialog.getByRole("button", { name: /^(Save|Set credentials)$/ }).click();
    await expect.element(page.getByText("The credentials are set.", { exact: false })).toBeVisible();
  });
});

describe("new credentials that wait for a second person", () => {
  test("name what would change, who asked and why; a name of an older provider stays as it is", async () => {
    account = buildAccount({ change });
    await show();
    await expect.element(page.getByText("apiKey, gone · asked for by Ada, 2026-11-21 14:05:09")).toBeVisible();
    await expect.element(page.getByText("rotated at the provider")).toBeVisible();
    await expect.element(button("Approve credentials")).toBeVisible();
    expect(button("Withdraw credentials").elements()).toEqual([]);
  });

  test("are withdrawn by whoever asked, and not approved", async () => {
    account = buildAccount({ change: { ...change, isOwn: true } });
    server.answer(gatewayAccount, "withdrawCredentials", () => null);
    await show();
    await expect.element(page.getByText("Someone else has to approve it.")).toBeVisible();
    for (const name of ["Approve credentials", "Reject credentials"]) expect(button(name).elements()).toEqual([]);
    await button("Withdraw credentials").click();
    await expect
      .poll(() => server.inputs(gatewayAccount, "withdrawCredentials"))
      .toEqual([{ id, changeId: change.id }]);
  });

  test("are approved after a question, and gone then", async () => {
    account = buildAccount({ change });
    server.answer(gatewayAccount, "approveCredentials", () => {
      account = buildAccount();
      return null;
    });
    await show();
    await button("Approve credentials").click();
    expect(server.inputs(gatewayAccount, "approveCredentials")).toEqual([]);
    await dialog.getByRole("button", { name: "Approve credentials" }).click();
    await expect.poll(() => server.inputs(gatewayAccount, "approveCredentials")).toEqual([{ id, changeId: change.id }]);
    await expect.poll(() => page.getByText("rotated at the provider").elements()).toEqual([]);
  });

  test("are rejected with a reason", async () => {
    account = buildAccount({ change });
    server.answer(gatewayAccount, "rejectCredentials", () =>
      refusal({ status: 409, message: "This change was decided already." }),
    );
    await show();
    await button("Reject credentials").click();
    await dialog.getByRole("textbox").fill("not announced");
    await dialog.getByRole("button", { name: /^(Save|Reject credentials)$/ }).click();
    await expect
      .poll(() => server.inputs(gatewayAccount, "rejectCredentials"))
      .toEqual([{ id, changeId: change.id, reason: "not announced" }]);
    await expect.element(page.getByText("This change was decided already.", { exact: false }).first()).toBeVisible();
  });

  test("are decided by nobody who may only read", async () => {
    signInFor([gatewayAccount], ["page", "detail"]);
    account = buildAccount({ change });
    await show();
    await expect.element(page.getByText("rotated at the provider")).toBeVisible();
    expect(page.getByRole("button", { name: /credentials$/ }).elements()).toEqual([]);
    expect(button("Test connection").elements()).toEqual([]);
    expect(server.inputs(gatewayAccount, "usage")).toEqual([]);
  });
});

describe("what an account takes and took", () => {
  const limit = {
    currency: "JPY",
    min: "100",
    max: null,
    dailyAmount: "5000000",
    dailyCount: 1_000,
    monthlyAmount: null,
  };

  test("stands limit by limit in its currency's decimals, a dash where there is none", async () => {
    account = buildAccount({ limits: [limit, { ...limit, currency: "KWD", min: "1500", dailyCount: null }] });
    await show();
    const rows = page.getByRole("region", { name: "Limits" }).getByRole("row");
    await expect.element(rows.nth(1)).toMatchTextContent("100JPY–5,000,000JPY–1,000");
    await expect.element(rows.nth(2)).toMatchTextContent("1.500KWD–5,000.000KWD––");
  });

  test("has each figure above the limit that it is measured by, and none where there is none", async () => {
    account = buildAccount({ limits: [limit] });
    server.answer(gatewayAccount, "usage", () => [
      { currency: "JPY", dailyAmount: "4000000", dailyCount: 900, monthlyAmount: "90000000" },
      { currency: "EUR", dailyAmount: "100", dailyCount: 1, monthlyAmount: "100" },
    ]);
    await show();
    const rows = page.getByRole("region", { name: "Usage" }).getByRole("row");
    await expect.element(rows.nth(1)).toMatchTextContent("4,000,000JPY≤ 5,000,000JPY900≤ 1,00090,000,000JPY");
    await expect.element(rows.nth(2)).toMatchTextContent("1.00EUR11.00EUR");
  });

  test("is said to be nothing where nothing was paid", async () => {
    await show();
    await expect.element(page.getByText("Nothing was paid over it this month.")).toBeVisible();
  });

  test("says until when its health is overruled, by whom and why", async () => {
    account = buildAccount({ health: "down", forcedUntil: at, forcedUserName: null, forcedReason: "maintenance" });
    await show();
    await expect.element(page.getByText("Overridden until 2026-11-21 14:05:09 by –: maintenance")).toBeVisible();
  });

  test.each([
    ["/hooks/abc", `${window.location.origin}/hooks/abc`],
    ["https://pay.example/hooks/abc", "https://pay.example/hooks/abc"],
  ])("is told of at an address that a provider can reach: %s", async (webhookUrl, told) => {
    account = buildAccount({ webhookUrl });
    await show();
    await expect.element(page.getByText(told, { exact: true })).toBeVisible();
  });
});

describe("the connection to a gateway", () => {
  const verdict = { verdict: "ok", accountName: "Main", latencyMs: 120, httpStatus: 200, at };

  test.each([
    ["ok", "success"],
    ["credentials_refused", "danger"],
  ])("that is tried and is %s is told beside the button", async (told, tone) => {
    server.answer(
      gatewayAccount,
      "test",
      () => ({ ...verdict, verdict: told, httpStatus: told === "ok" ? 200 : 401 }) as never,
    );
    await show();
    await button("Test connection").click();
    await expect
      .poll(() =>
        page
          .getByRole("status")
          .elements()
          .map(({ innerHTML }) => innerHTML)
          .join(),
      )
      .toContain(`ch-tone-${tone}`);
    expect(document.body.textContent).not.toContain("verdict_");
  });

  test("that could not be tried says why and can be tried again", async () => {
    server.answer(gatewayAccount, "test", () => refusal({ status: 429, message: "Too many calls." }));
    await show();
    await button("Test connection").click();
    await expect.element(page.getByText("Too many calls.", { exact: false })).toBeVisible();
    await expect.element(button("Test connection")).toBeEnabled();
  });
});
