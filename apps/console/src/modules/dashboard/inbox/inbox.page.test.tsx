import { type InboxItem, inbox, inboxKindMax } from "@countinghouse/contract/dashboard/inbox/inbox.ts";
import { inboxKinds } from "@countinghouse/contract/dashboard/inbox/inbox-kinds.ts";
import type { Resource } from "@countinghouse/contract/kit/resource.ts";
import { coinApp } from "@countinghouse/contract/merchants/coin-app/coin-app.ts";
import {
  type MerGatewayAccountCfg,
  merGatewayAccountCfg,
} from "@countinghouse/contract/merchants/mer-gateway-account-cfg/mer-gateway-account-cfg.ts";
import { merchantRequest } from "@countinghouse/contract/merchants/merchant-request/merchant-request.ts";
import { orderRefund } from "@countinghouse/contract/payments/order-refund/order-refund.ts";
import { paymentDue } from "@countinghouse/contract/payments/payment-due/payment-due.ts";
import { changeRequest } from "@countinghouse/contract/system/change-request/change-request.ts";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { type FakeServer, startFakeServer } from "../../../../test/fake-server.ts";
import { endPage, renderPage, signInFor } from "../../../../test/render-page.tsx";
import { comesBack } from "./inbox.deferral.hook.ts";
import { InboxPage } from "./inbox.page.tsx";

const at = "2026-11-21T06:05:09.000Z";
const nothing = Object.fromEntries(Object.keys(inbox.record.shape).map((name) => [name, null]));
const bindingId = `mga_${"0".repeat(26)}`;

const buildItem = (parts: Partial<InboxItem>): InboxItem =>
  ({ ...nothing, id: "1", recordId: "1", since: at, urgency: "waiting", ...parts }) as InboxItem;

const change = buildItem({
  kind: "bindingApproval",
  id: bindingId,
  recordId: bindingId,
  name: "Meridian US-01",
  merchantName: "Corner shop",
  person: "Ada",
  version: 4,
});
const lapsing = buildItem({
  kind: "expiringAuthorization",
  name: "Halden Cycles",
  merchantName: "Halden Cycles",
  urgency: "due",
  due: at,
  amount: "183960",
  currency: "USD",
  count: 4,
});
const file = buildItem({ kind: "fileReady", name: "orders.csv", urgency: "ready", count: 8412 });
const binding = {
  ...Object.fromEntries(Object.keys(merGatewayAccountCfg.record.shape).map((name) => [name, null])),
  id: bindingId,
  merchantName: "Corner shop",
  accountName: "Meridian US-01",
  mode: "live",
  health: "healthy",
  weight: 40,
  status: "enabled",
  proposal: { weight: 70 },
} as unknown as MerGatewayAccountCfg;

let server: FakeServer;
let items: InboxItem[];
const row = (name: RegExp) => page.getByRole("button", { name });
const detail = () => page.getByRole("article");

beforeEach(async () => {
  await page.viewport(1440, 900);
  signInFor([merGatewayAccountCfg, paymentDue]);
  items = [lapsing, change, file];
  server = startFakeServer();
  server.answer(inbox, "list", () => items);
  server.answer(merGatewayAccountCfg, "detail", () => binding);
  server.answer(merGatewayAccountCfg, "approve", () => {
    items = [lapsing, file];
    return null;
  });
  server.answer(merGatewayAccountCfg, "reject", () => {
    items = [lapsing, file];
    return null;
  });
});

afterEach(() => {
  endPage();
  server?.stop();
});

describe("the inbox", () => {
  test("lists by urgency what waits, with how much of each group is the reader's", async () => {
    await renderPage(<InboxPage />);
    await expect.element(page.getByText("3 for me")).toBeVisible();
    await expect.element(page.getByRole("button", { name: "Approvals 1" })).toBeVisible();
    const captions = page.getByRole("heading", { level: 2 }).elements();
    expect(captions.map((one) => one.textContent).slice(0, 3)).toEqual(["Within 24 hours 1", "Waiting 1", "Ready 1"]);
    await expect.element(row(/Halden Cycles.*1,839\.60 USD lapses · 4 orders/)).toBeVisible();
    await page.getByRole("button", { name: "Files 1" }).click();
    await expect.element(row(/orders\.csv/)).toBeVisible();
    await expect.element(row(/Halden Cycles/)).not.toBeInTheDocument();
  });

  test("is worked through by keyboard: to the next one, its difference, and the approval", async () => {
    const { search } = await renderPage(<InboxPage />);
    await expect
      .element(
        detail()
          .getByText(/Halden Cycles/)
          .first(),
      )
      .toBeVisible();
    await userEvent.keyboard("j");
    await expect.element(detail().getByRole("table", { name: "What changes" })).toBeVisible();
    await expect.element(detail().getByRole("cell", { name: "70" })).toBeVisible();
    expect(search().get("open")).toBe(`bindingApproval:${bindingId}`);
    await userEvent.keyboard("a");
    const dialog = page.getByRole("dialog");
    await expect.element(dialog.getByRole("cell", { name: "70" })).toBeVisible();
    await dialog.getByRole("button", { name: "Approve" }).click();
    await expect.element(page.getByText("2 for me")).toBeVisible();
    expect(server.inputs(merGatewayAccountCfg, "approve")).toEqual([{ id: bindingId, version: 4 }]);
    expect(row(/Meridian/).elements()).toEqual([]);
  });

  test.each([
    { kind: "changeApproval", resource: changeRequest, sent: { id: "1" } },
    { kind: "refundApproval", resource: orderRefund, sent: { id: "1", version: 4 } },
    { kind: "merchantRequest", resource: merchantRequest, sent: { id: "1", version: 4 } },
  ] as const)(
    "answers a $kind by keyboard alone, and goes on to a key that runs out",
    async ({ kind, resource, sent }) => {
      signInFor([resource, coinApp]);
      const { decision } = inboxKinds[kind];
      const key = buildItem({ kind: "keyExpiring", id: "key", recordId: "app_1", name: "Shop server", due: at });
      items = [buildItem({ kind, name: "Harbour", version: 4 }), key];
      for (const of of [resource, coinApp]) server.answer(of as Resource, "detail", () => ({}) as never);
      server.answer(resource as Resource, decision?.approve ?? "", () => {
        items = [key];
        return null as never;
      });
      const { router } = await renderPage(<InboxPage />);
      await expect.element(row(/Harbour/)).toHaveAttribute("aria-current", "true");
      await userEvent.keyboard("a");
      await expect.element(page.getByRole("dialog").getByRole("button").last()).toHaveFocus();
      await userEvent.keyboard("{Enter}");
      await expect.element(row(/Harbour/)).not.toBeInTheDocument();
      expect(server.inputs(resource as Resource, decision?.approve ?? "")).toMatchObject([sent]);
      await expect.element(row(/Key of Shop server runs out/)).toHaveAttribute("aria-current", "true");
      await userEvent.keyboard("{Enter}");
      await expect.element(page.getByText("elsewhere")).toBeVisible();
      expect(`${router.state.location.pathname}${router.state.location.search}`).toBe("/merchant/app?open=app_1");
    },
  );

  test("turns one down with its reason", async () => {
    await renderPage(<InboxPage />, `/page?open=bindingApproval:${bindingId}`);
    await expect.element(detail().getByRole("table", { name: "What changes" })).toBeVisible();
    await userEvent.keyboard("r");
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("textbox").fill("too much for one account");
    await dialog.getByRole("button", { name: "Reject" }).click();
    await expect.element(page.getByText("2 for me")).toBeVisible();
    expect(server.inputs(merGatewayAccountCfg, "reject")).toEqual([
      { id: bindingId, version: 4, reason: "too much for one account" },
    ]);
  });

  test("says why one is not the reader's, and offers and answers no key for it", async () => {
    items = [{ ...change, hold: "own" }];
    await renderPage(<InboxPage />);
    await expect.element(page.getByText("0 for me")).toBeVisible();
    await expect.element(detail().getByText(/You asked for this/)).toBeVisible();
    await userEvent.keyboard("a");
    expect(page.getByRole("button", { name: "Approve", exact: true }).elements()).toEqual([]);
    expect(page.getByRole("dialog").elements()).toEqual([]);
    items = [{ ...change, hold: "notAllowed" }];
    endPage();
    await renderPage(<InboxPage />);
    await expect.element(detail().getByText(/merGatewayAccountCfg:approve/)).toBeVisible();
  });

  test("opens the record of the one in hand", async () => {
    const { router } = await renderPage(<InboxPage />, `/page?open=bindingApproval:${bindingId}`);
    await expect.element(detail().getByRole("table", { name: "What changes" })).toBeVisible();
    await userEvent.keyboard("{Enter}");
    await expect.element(page.getByText("elsewhere")).toBeVisible();
    expect(`${router.state.location.pathname}${router.state.location.search}`).toBe(
      `/merchant/bindings?open=${bindingId}`,
    );
  });

  test("folds the difference and both answers out of the row on a phone", async () => {
    await page.viewport(390, 844);
    await renderPage(<InboxPage />);
    await row(/Meridian US-01/).click();
    await expect.element(page.getByRole("table", { name: "What changes" })).toBeVisible();
    await expect.element(page.getByRole("button", { name: "Approve", exact: true })).toBeVisible();
    expect(page.getByRole("article").elements()).toEqual([]);
  });

  test("is calm where nothing waits", async () => {
    items = [];
    await renderPage(<InboxPage />);
    await expect.element(page.getByText("Nothing waits for you")).toBeVisible();
  });

  test("puts something off by S, shows it among the later ones, and takes it up again by S", async () => {
    server.answer(inbox, "defer", ({ itemId, until }) => {
      items = items.map((item) =>
        item.id === itemId ? { ...item, laterUntil: (until ?? null) as string | null } : item,
      );
      return null;
    });
    items = [change, file];
    await renderPage(<InboxPage />);
    await expect.element(row(/Change of routing: Meridian US-01/)).toBeVisible();
    await userEvent.keyboard("s");
    await expect.element(row(/Change of routing: Meridian US-01/)).not.toBeInTheDocument();
    expect(server.inputs(inbox, "defer")).toMatchObject([{ kind: "bindingApproval", itemId: bindingId }]);
    await userEvent.keyboard("l");
    await expect.element(row(/Change of routing: Meridian US-01/)).toBeVisible();
    await userEvent.keyboard("s");
    await expect.element(page.getByText("Nothing is put off")).toBeVisible();
  });

  test("lists what was handled, by whom and when", async () => {
    server.answer(inbox, "handled", () => [
      {
        id: 7,
        kind: "bindingApproval" as const,
        operation: "approve",
        at,
        person: "Grace",
        name: "Meridian EU-01",
        merchantName: "Corner shop",
        recordId: bindingId,
        reason: null,
      },
    ]);
    await renderPage(<InboxPage />, "/page?view=handled");
    await expect.element(page.getByText("Change of routing: Meridian EU-01")).toBeVisible();
    await expect.element(page.getByText("Corner shop · Grace: Approve")).toBeVisible();
  });
});

test("says that there are more where a kind has more than are listed", async () => {
  items = Array.from({ length: inboxKindMax }, (_none, at) => ({ ...file, id: String(at), recordId: String(at) }));
  await renderPage(<InboxPage />, "/page");
  await expect.element(page.getByText(`${inboxKindMax}+ for me`)).toBeVisible();
  await expect.element(page.getByRole("button", { name: `All ${inboxKindMax}+` })).toBeVisible();
});

test("names a merchant's server that asked as one, not by the whole number of its app", async () => {
  items = [{ ...change, person: "AP20250810PV12KMEWQA" }];
  await renderPage(<InboxPage />, "/page");
  await expect.element(row(/asked for by the shop's server \(app AP…PV12KMEWQA\)/)).toBeVisible();
});

describe("when something comes back", () => {
  test.each([
    ["2026-11-21T10:00:00.000Z", "tomorrow", "2026-11-22T08:00:00.000Z"],
    ["2026-11-21T10:00:00.000Z", "monday", "2026-11-23T08:00:00.000Z"],
    ["2026-11-23T10:00:00.000Z", "monday", "2026-11-30T08:00:00.000Z"],
    ["2026-11-22T23:59:00.000Z", "monday", "2026-11-23T08:00:00.000Z"],
  ] as const)("%s, %s: %s", (now, later, until) => {
    expect(comesBack(later, Date.parse(now), "UTC")).toBe(until);
  });
});
