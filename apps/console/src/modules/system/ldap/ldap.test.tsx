import { type LdapDirectory, type LdapPreview, sysLdap } from "@countinghouse/contract/system/ldap/ldap.ts";
import { afterEach, beforeEach, expect, test } from "vitest";
import { page } from "vitest/browser";
import { type FakeServer, pageOfRows, startFakeServer } from "../../../../test/fake-server.ts";
import { endPage, renderPage, signInFor } from "../../../../test/render-page.tsx";
import { LdapList } from "./ldap.list.tsx";

const at = "2026-11-27T06:10:00.000Z";
const directory: LdapDirectory = {
  id: 7,
  host: "ldap.house.example",
  port: 636,
  tls: "ldaps",
  caCertificate: null,
  baseDn: "dc=house,dc=example",
  bindDn: "cn=reader,dc=house,dc=example",
  bindPassTime: at,
  authFilter: "(uid=%s)",
  userFilter: "(objectClass=person)",
  orgFilter: "(objectClass=organizationalUnit)",
  bindAttrAccount: "uid",
  bindAttrEmployeeId: null,
  bindAttrCode: "entryUUID",
  attrRealName: "cn",
  attrEmail: "mail",
  attrPhone: null,
  orgId: 1,
  orgName: "Head office",
  addsUsers: true,
  syncEvery: "daily",
  linkCount: 12,
  lastSyncTime: at,
  lastVerdict: "ok",
  status: 1,
  remark: null,
  version: 1,
  createTime: at,
  createUserName: "Ada",
  updateTime: at,
  updateUserName: "Ada",
};

const preview: LdapPreview = {
  verdict: "ok",
  message: "The directory answers as set.",
  detail: null,
  fingerprint: "print-1",
  readCount: 14,
  unchanged: 11,
  added: 1,
  linked: 0,
  changed: 1,
  disabled: 1,
  skipped: 0,
  steps: [
    { action: "disable", name: "gone", realName: "Gone Person", orgName: null, skip: null, changed: [] },
    { action: "add", name: "new", realName: "New Person", orgName: null, skip: null, changed: [] },
    { action: "change", name: "ada", realName: "Ada Example", orgName: null, skip: null, changed: ["realName"] },
  ],
};

let server: FakeServer;
beforeEach(async () => {
  await page.viewport(1440, 1000);
  signInFor([sysLdap]);
  server = startFakeServer();
  server.answer(sysLdap, "page", (input) => pageOfRows([directory] as never, input));
  server.answer(sysLdap, "detail", () => directory);
  server.answer(sysLdap, "runs", () => [
    {
      id: 1,
      kind: "users" as const,
      verdict: "too_many_gone" as const,
      message: "4 of 6 linked accounts would be disabled at once.",
      detail: null,
      added: 0,
      linked: 0,
      changed: 0,
      disabled: 0,
      skipped: 0,
      startUserName: null,
      startTime: at,
      endTime: at,
    },
  ]);
});
afterEach(() => {
  endPage();
  server.stop();
});

const open = async () => {
  await renderPage(<LdapList />);
  await page.getByText("ldap.house.example").first().click();
};

test("says what is wrong with a directory that is tried", async () => {
  server.answer(sysLdap, "test", () => ({
    verdict: "certificate_refused" as const,
    message: "The certificate of ldap.house.example is not trusted.",
    detail: "self-signed certificate",
    server: null,
    userCount: null,
    orgCount: null,
    sample: [],
    latencyMs: 41,
  }));
  await open();
  await page.getByRole("button", { name: "Try" }).click();
  await expect.element(page.getByText("Certificate not trusted")).toBeVisible();
  await expect.element(page.getByText("The certificate of ldap.house.example is not trusted.")).toBeVisible();
});

test("shows what a synchronisation would do, and carries out exactly that", async () => {
  server.answer(sysLdap, "preview", () => preview);
  const sent: unknown[] = [];
  server.answer(sysLdap, "syncUser", (input) => {
    sent.push(input);
    return 2;
  });
  await open();
  await expect.element(page.getByText("4 of 6 linked accounts", { exact: false })).toBeVisible();
  await page.getByRole("button", { name: "Preview people" }).click();
  await expect.element(page.getByText("Gone Person")).toBeVisible();
  await expect.element(page.getByText("14 entries read, 11 unchanged")).toBeVisible();
  await page.getByRole("button", { name: "Carry out" }).click();
  await expect.poll(() => sent).toEqual([{ id: 7, fingerprint: "print-1" }]);
});

test("offers nothing to carry out where everything is in line", async () => {
  const inLine = { ...preview, added: 0, changed: 0, disabled: 0, steps: [], unchanged: 14 };
  server.answer(sysLdap, "preview", () => inLine);
  await open();
  await page.getByRole("button", { name: "Preview people" }).click();
  await expect.element(page.getByText("Everything is in line: nothing to change.")).toBeVisible();
  expect(page.getByRole("button", { name: "Carry out" }).elements()).toEqual([]);
});
