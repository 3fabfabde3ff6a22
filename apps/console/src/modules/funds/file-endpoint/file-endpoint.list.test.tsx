import { type FileEndpoint, fileEndpoint } from "@countinghouse/contract/funds/file-endpoint/file-endpoint.ts";
import { afterEach, beforeEach, expect, test } from "vitest";
import { page } from "vitest/browser";
import { type FakeServer, pageOfRows, startFakeServer } from "../../../../test/fake-server.ts";
import { endPage, renderPage, signInFor } from "../../../../test/render-page.tsx";
import { FileEndpointList } from "./file-endpoint.list.tsx";

const at = "2026-11-22T06:10:00.000Z";
const id = `fep_${"0".repeat(26)}`;
const hostKey = `SHA256:${"A".repeat(43)}`;
const endpoint: FileEndpoint = {
  id,
  protocol: "sftp",
  name: "Harbour Bank",
  url: "sftp://files.harbour.example:22",
  userName: "books",
  hostKey: null,
  bucket: null,
  region: null,
  isPathStyle: true,
  folder: "/outbox",
  remark: null,
  status: "enabled",
  secretTime: at,
  lastTime: null,
  lastVerdict: null,
  version: 1,
  createTime: at,
  createUserName: "Ada",
  updateTime: at,
  updateUserName: "Ada",
};

let server: FakeServer;
beforeEach(async () => {
  await page.viewport(1440, 1000);
  signInFor([fileEndpoint]);
  server = startFakeServer();
  server.answer(fileEndpoint, "page", (input) => pageOfRows([endpoint] as never, input));
  server.answer(fileEndpoint, "detail", () => endpoint);
});
afterEach(() => {
  endPage();
  server.stop();
});

test("shows the key that a host has when it is tried, to be compared before anybody signs in", async () => {
  server.answer(fileEndpoint, "test", () => ({
    verdict: "host_key_unknown" as const,
    message: "files.harbour.example:22 shows a key which nobody has confirmed",
    hostKey,
    fileCount: null,
    latencyMs: 41,
  }));
  await renderPage(<FileEndpointList />);
  await page.getByText("Harbour Bank").first().click();
  await page.getByRole("button", { name: "Try" }).click();
  await expect.element(page.getByText("Host key to be confirmed")).toBeVisible();
  await expect.element(page.getByRole("button", { name: hostKey })).toBeVisible();
  await expect.element(page.getByText("by another way", { exact: false })).toBeVisible();
});

test("asks each protocol for its own", async () => {
  await renderPage(<FileEndpointList />);
  await page.getByRole("button", { name: "Add" }).first().click();
  await page.getByRole("textbox", { name: "Address" }).fill("sftp://files.harbour.example");
  await expect.element(page.getByRole("textbox", { name: "Host key" })).toBeVisible();
  expect(page.getByRole("textbox", { name: "Bucket" }).elements()).toEqual([]);
  await page.getByRole("textbox", { name: "Address" }).fill("https://s3.store.example");
  await expect.element(page.getByRole("textbox", { name: "Bucket" })).toBeVisible();
  expect(page.getByRole("textbox", { name: "Host key" }).elements()).toEqual([]);
});
