import { sysAuth } from "@countinghouse/contract/system/auth/auth.ts";
import { sysOnlineUser } from "@countinghouse/contract/system/session/session.ts";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { page } from "vitest/browser";
import { type FakeServer, refusal, startFakeServer } from "../../../../test/fake-server.ts";
import { recordOf } from "../../../../test/record-of.ts";
import { endPage, renderPage, signInFor } from "../../../../test/render-page.tsx";
import { OwnFactors } from "./user-centre.factors.detail.tsx";
import { OwnPassword } from "./user-centre.password.form.tsx";
import { OwnSessions } from "./user-centre.sessions.detail.tsx";

const at = "2026-11-21T06:05:09.000Z";
let server: FakeServer;
const button = (name: string | RegExp) => page.getByRole("button", { name, exact: true });
const dialog = page.getByRole("dialog");

beforeEach(async () => {
  await page.viewport(1440, 900);
  signInFor([sysAuth, sysOnlineUser]);
  server = startFakeServer();
});

afterEach(() => {
  endPage();
  server.stop();
});

describe("changing one's password", () => {
  const type = async (old: string, next: string, again: string): Promise<void> => {
    await page.getByLabelText(/^Current password/).fill(old);
    await page.getByLabelText(/^New password/).fill(next);
    await page.getByLabelText(/^Repeat the new password/).fill(again);
    await button("Change password").click();
  };

  test.each([
    ["the present one is missing", "", "river-Basin-41", "river-Basin-41"],
    ["the two differ", "old", "river-Basin-41", "river-Basin-42"],
    ["the new one is missing", "old", "", ""],
  ])("is not sent where %s", async (_why, old, next, again) => {
    await renderPage(<OwnPassword />);
    await type(old, next, again);
    await expect.poll(() => document.querySelectorAll("[aria-invalid=true]").length).toBeGreaterThan(0);
    expect(server.calls).toEqual([]);
  });

  test("is sent without the repetition, and the fields are empty then", async () => {
    server.answer(sysAuth, "changePassword", () => null as never);
    await renderPage(<OwnPassword />);
    await type("old", "river-Basin-41", "river-Basin-41");
    await expect
      .poll(() => server.inputs(sysAuth, "changePassword"))
      .toEqual([{ oldPassword: "old", newPassword: "river-Basin-41" }]);
    await expect.element(page.getByLabelText(/^New password/)).toHaveValue("");
    expect(document.querySelectorAll("[aria-invalid=true]")).toHaveLength(0);
  });

  test("that is refused is said at its field, and what was typed stays", async () => {
    const message = "The password was used before.";
    server.answer(sysAuth, "changePassword", () =>
      refusal({ status: 422, message, fields: [{ field: "newPassword", message }] }),
    );
    await renderPage(<OwnPassword />);
    await type("old", "river-Basin-41", "river-Basin-41");
    await expect.element(page.getByText(message)).toBeVisible();
    await expect.element(page.getByLabelText(/^New password/)).toHaveAttribute("aria-invalid", "true");
    await expect.element(page.getByLabelText(/^New password/)).toHaveValue("river-Basin-41");
  });

  test("that is refused as a whole is said above", async () => {
    server.answer(sysAuth, "changePassword", () => refusal({ status: 429, message: "Too many tries." }));
    await renderPage(<OwnPassword />);
    await type("old", "river-Basin-41", "river-Basin-41");
    await expect.element(page.getByRole("alert")).toMatchTextContent("Too many tries.");
  });
});

describe("one's second factors", () => {
  const none = { totp: false, passkeys: [], recoveryCodesLeft: 0, stepUpUntil: null, required: false };
  let factors: { totp: boolean; passkeys: object[]; recoveryCodesLeft: number; stepUpUntil: null; required: boolean };

  beforeEach(() => {
    factors = none;
    server.answer(sysAuth, "factors", () => factors as never);
    server.answer(sysAuth, "totpEnrol", () => ({
      secret: "JBSWY3DPEHPK3PXP",
      uri: "otpauth://totp/x?secret=JBSWY3DPEHPK3PXP",
    }));
  });

  test("begin with an app and a first code, whose recovery codes are shown once", async () => {
    server.answer(sysAuth, "totpConfirm", () => {
      factors = { ...none, totp: true, recoveryCodesLeft: 10 };
      return { recoveryCodes: ["aaaa-1111", "bbbb-2222"] };
    });
    await renderPage(<OwnFactors />);
    await expect.element(page.getByText("Not set up")).toBeVisible();
    expect(page.getByText("Recovery codes").elements()).toEqual([]);
    await button("Set up authenticator app").click();
    await expect.element(page.getByText("JBSWY3DPEHPK3PXP")).toBeVisible();
    await page.getByLabelText(/^Six-digit code/).fill("12345");
    await expect.element(button("Confirm")).toBeDisabled();
    await page.getByLabelText(/^Six-digit code/).fill(" 123456 ");
    await button("Confirm").click();
    await expect.poll(() => server.inputs(sysAuth, "totpConfirm")).toEqual([{ code: "123456" }]);
    await expect.element(dialog.getByText("aaaa-1111")).toBeVisible();
    await expect.element(dialog.getByText("bbbb-2222")).toBeVisible();
    await expect.element(page.getByText("Set up", { exact: true })).toBeVisible();
    await expect.element(page.getByText("10 codes left.")).toBeVisible();
  });

  test("say at the code that it is wrong, and go on with the same key", async () => {
    server.answer(sysAuth, "totpConfirm", () => refusal({ status: 422, message: "The code is wrong." }));
    await renderPage(<OwnFactors />);
    await button("Set up authenticator app").click();
    await page.getByLabelText(/^Six-digit code/).fill("123456");
    await button("Confirm").click();
    await expect.element(page.getByText("The code is wrong.", { exact: false })).toBeVisible();
    await expect.element(page.getByText("JBSWY3DPEHPK3PXP")).toBeVisible();
    expect(server.inputs(sysAuth, "totpEnrol")).toHaveLength(1);
  });

  test("are removed only after a question that says what that means", async () => {
    factors = { ...none, totp: true, recoveryCodesLeft: 1 };
    server.answer(sysAuth, "totpRemove", () => refusal({ status: 409, message: "The last factor has to stay." }));
    await renderPage(<OwnFactors />);
    await expect.element(page.getByText("1 code left.")).toBeVisible();
    await button("Remove").click();
    await expect.element(dialog.getByText(/only as safe as your password/)).toBeVisible();
    expect(server.inputs(sysAuth, "totpRemove")).toEqual([]);
    await dialog.getByRole("button", { name: "Remove" }).click();
    await expect.element(page.getByText("The last factor has to stay.", { exact: false })).toBeVisible();
    await expect.element(page.getByText("Set up", { exact: true })).toBeVisible();
  });

  test.each([
    [3, true],
    [0, false],
  ])("give new recovery codes, and ask first only where %i others are void then", async (left, isAsked) => {
    factors = { ...none, totp: true, recoveryCodesLeft: left };
    server.answer(sysAuth, "recoveryCodes", () => ({ recoveryCodes: ["cccc-3333"] }));
    await renderPage(<OwnFactors />);
    await button("New recovery codes").click();
    if (isAsked) {
      await expect.element(dialog.getByText("Codes given out before stop working at once.")).toBeVisible();
      expect(server.inputs(sysAuth, "recoveryCodes")).toEqual([]);
      await dialog.getByRole("button", { name: "New recovery codes" }).click();
    }
    await expect.element(page.getByText("cccc-3333")).toBeVisible();
    expect(server.inputs(sysAuth, "recoveryCodes")).toHaveLength(1);
  });

  test("name each passkey with when it was used, and remove one by its own name", async () => {
    const key = (name: string, lastUsedTime: string | null) => ({ id: name, name, createTime: at, lastUsedTime });
    factors = { ...none, passkeys: [key("Laptop", at), key("Phone", null)], recoveryCodesLeft: 5 };
    server.answer(sysAuth, "passkeyRemove", () => null as never);
    await renderPage(<OwnFactors />);
    const rows = page.getByRole("listitem");
    await expect.element(rows.nth(1)).toMatchTextContent(/Phone.*never/);
    await button("Remove: Phone").click();
    await expect.element(dialog.getByText(/^“Phone” can no longer be used/)).toBeVisible();
    await dialog.getByRole("button", { name: "Remove", exact: true }).click();
    await expect.poll(() => server.inputs(sysAuth, "passkeyRemove")).toEqual([{ id: "Phone" }]);
  });
});

describe("where one is signed in", () => {
  const session = (id: string, parts: object = {}) =>
    recordOf(sysOnlineUser.record, {
      id,
      browser: "Firefox",
      os: "Linux",
      ip: "203.0.113.9",
      place: "Hamburg",
      method: "password",
      lastSeenTime: at,
      ...parts,
    });

  test("on this device only: nothing can be ended", async () => {
    server.answer(sysOnlineUser, "ownList", () => [session("s1", { isCurrent: true })] as never);
    await renderPage(<OwnSessions />);
    await expect.element(page.getByText("You are signed in on this device only.")).toBeVisible();
    await expect.element(page.getByText("This device")).toBeVisible();
    expect(page.getByRole("button", { name: /^Sign out/ }).elements()).toEqual([]);
  });

  test("another device is signed out by itself, after a question that names it", async () => {
    server.answer(
      sysOnlineUser,
      "ownList",
      () => [session("s1", { isCurrent: true }), session("s2", { browser: "Safari", os: "iOS" })] as never,
    );
    server.answer(sysOnlineUser, "endOwn", () => null as never);
    await renderPage(<OwnSessions />);
    await button("Sign out this device: Safari · iOS").click();
    await expect.element(dialog.getByText("Sign out Safari · iOS? Unsaved input there is lost.")).toBeVisible();
    await dialog.getByRole("button", { name: "Sign out this device" }).click();
    await expect.poll(() => server.inputs(sysOnlineUser, "endOwn")).toEqual([{ id: "s2" }]);
  });

  test("one whose browser is not known is named by where it came from", async () => {
    server.answer(
      sysOnlineUser,
      "ownList",
      () => [session("s1", { isCurrent: true }), session("s2", { browser: "", os: "" })] as never,
    );
    await renderPage(<OwnSessions />);
    await button("Sign out this device: 203.0.113.9").click();
    await expect.element(dialog.getByText("Sign out 203.0.113.9? Unsaved input there is lost.")).toBeVisible();
  });

  test("all others are ended by one question, and stay where it is answered with no", async () => {
    server.answer(sysOnlineUser, "ownList", () => [session("s1", { isCurrent: true }), session("s2")] as never);
    server.answer(sysOnlineUser, "endOthers", () => ({ ended: 1 }));
    await renderPage(<OwnSessions />);
    await button("Sign out all other devices").click();
    await dialog.getByRole("button", { name: "Cancel" }).click();
    expect(server.inputs(sysOnlineUser, "endOthers")).toEqual([]);
    await button("Sign out all other devices").click();
    await dialog.getByRole("button", { name: "Sign out all other devices" }).click();
    await expect.poll(() => server.inputs(sysOnlineUser, "endOthers")).toEqual([{}]);
  });
});
