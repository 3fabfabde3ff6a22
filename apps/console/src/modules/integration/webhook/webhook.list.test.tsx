import { Delivery, webhook } from "@countinghouse/contract/integration/webhook/webhook.ts";
import { sysUserPreference } from "@countinghouse/contract/system/user-preference/user-preference.ts";
import { afterEach, beforeEach, expect, test } from "vitest";
import { page } from "vitest/browser";
import { type FakeServer, pageOfRows, startFakeServer } from "../../../../test/fake-server.ts";
import { endPage, renderPage, signInFor } from "../../../../test/render-page.tsx";
import { WebhookList } from "./webhook.list.tsx";

const nothing = Object.fromEntries(Object.keys(Delivery.shape).map((name) => [name, null]));
const row = (status: string) =>
  ({
    ...nothing,
    id: `whd_${"0".repeat(26)}`,
    eventType: "order.paid",
    objectNo: "OR20261122Z2EHEDRM8B",
    attemptCount: 1,
    createTime: "2026-11-21T06:05:09.000Z",
    status,
  }) as unknown as Delivery;

let server: FakeServer;
let kept: readonly Delivery[];
beforeEach(async () => {
  await page.viewport(1440, 900);
  signInFor([webhook]);
  server = startFakeServer();
  server.answer(sysUserPreference, "list", () => []);
  server.answer(webhook, "stat", () => ({ queued: 0, retrying: 0, delivered: 1, dead: 0, oldestDue: null }));
  server.answer(webhook, "page", (input) => {
    const { status } = input as { readonly status?: readonly string[] };
    return pageOfRows(kept.filter((one) => !status || status.includes(one.status)) as never, input);
  });
});
afterEach(() => {
  endPage();
  server.stop();
});

const resend = () => page.getByRole("button", { name: "Resend all" });

test("everything that was given up is offered to be sent once more where there is any", async () => {
  kept = [row("delivered"), row("dead")];
  await renderPage(<WebhookList />);
  await expect.element(resend()).toBeVisible();
});

test("nothing is offered to be sent once more where nothing was given up", async () => {
  kept = [row("delivered")];
  await renderPage(<WebhookList />);
  await expect.element(page.getByText("order.paid")).toBeVisible();
  await expect.poll(() => server.inputs(webhook, "page").length).toBe(2);
  await expect.element(resend()).not.toBeInTheDocument();
});
