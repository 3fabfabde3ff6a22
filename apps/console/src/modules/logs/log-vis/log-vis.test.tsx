import { sysLogVis } from "@countinghouse/contract/logs/log-vis/log-vis.ts";
import { afterEach, describe, expect, test } from "vitest";
import { page } from "vitest/browser";
import { type FakeServer, startFakeServer } from "../../../../test/fake-server.ts";
import { endPage, renderPage, signInFor } from "../../../../test/render-page.tsx";
import { Clearing } from "./log-vis.clearing.part.tsx";

const waiting = {
  id: `vcl_${"0".repeat(26)}`,
  upTo: "2026-11-20T02:00:00.000Z",
  rows: 1234,
  askUserName: "Lin",
  expiresTime: "2026-11-21T02:00:00.000Z",
  isOwn: false,
  isApproved: false,
};

let server: FakeServer | undefined;
afterEach(() => {
  endPage();
  server?.stop();
});

async function show(clearing: typeof waiting) {
  signInFor([sysLogVis]);
  server = startFakeServer();
  server.answer(sysLogVis, "clearing", () => clearing);
  server.answer(sysLogVis, "approveClear", () => null);
  await renderPage(<Clearing />, "/page");
  return server;
}

describe("what is to be cleared from the visit log", () => {
  test("is told to the second person, who approves it after being asked", async () => {
    const { inputs } = await show(waiting);
    await expect.element(page.getByText(/Lin asked to clear 1,234 visits up to 2026-11-20/)).toBeVisible();
    await page.getByRole("button", { name: "Approve" }).click();
    expect(inputs(sysLogVis, "approveClear")).toEqual([]);
    await page.getByRole("dialog").getByRole("button", { name: "Approve" }).click();
    await expect.poll(() => inputs(sysLogVis, "approveClear")).toEqual([{ id: waiting.id }]);
  });

  test("can only be taken back by whoever asked", async () => {
    await show({ ...waiting, isOwn: true });
    await expect.element(page.getByText(/Somebody else has to approve it until/)).toBeVisible();
    await expect.element(page.getByRole("button", { name: "Take back" })).toBeVisible();
    expect(page.getByRole("button", { name: "Approve" }).elements()).toEqual([]);
  });
});
