import { sysAuth } from "@countinghouse/contract/system/auth/auth.ts";
import { sysPos } from "@countinghouse/contract/system/pos/pos.ts";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { type FakeServer, refusal, startFakeServer } from "../../../test/fake-server.ts";
import { endPage, renderPage, signInFor } from "../../../test/render-page.tsx";
import { call, onClientEvents } from "../../platform/api/client.ts";
import { askForReason, secondPersonStep, showSent } from "./second-person.ts";
import { SecondPersonDialog } from "./second-person-dialog.tsx";
import { askForProof, proofRequest } from "./step-up.ts";
import { StepUpDialog } from "./step-up-dialog.tsx";

let server: FakeServer;
const onOpen = vi.fn();
const confirm = () => page.getByRole("button", { name: "Confirm" }).click();
const remove = () => call(sysPos, "delete", { id: 1 });

beforeEach(async () => {
  await page.viewport(1440, 900);
  signInFor([sysPos]);
  server = startFakeServer();
  server.answer(sysAuth, "factors", (() => ({ totp: false, passkeys: [] })) as never);
  server.answer(sysAuth, "stepUp", (() => null) as never);
  onClientEvents({
    signedOut: () => {},
    locked: () => {},
    stepUp: askForProof,
    reason: askForReason,
    sent: showSent,
  });
  onOpen.mockReset();
  await renderPage(
    <>
      <StepUpDialog />
      <SecondPersonDialog onOpen={onOpen} />
    </>,
  );
});
afterEach(() => {
  proofRequest.get()?.settle(false);
  secondPersonStep.set(undefined);
  endPage();
  server.stop();
});

/** The server requires step-up authentication until one was given. */
function wantProof(): void {
  server.answer(sysPos, "delete", () =>
    server.inputs(sysAuth, "stepUp").length > 0
      ? null
      : refusal({ status: 403, message: "Prove it.", bizCode: "platform.stepUpRequired" }),
  );
}

describe("a call that wants a fresh proof", () => {
  test("goes on by itself once the password was right", async () => {
    wantProof();
    const done = remove();
    await expect.element(page.getByRole("dialog", { name: "Is it you?" })).toBeVisible();
    await expect.element(page.getByLabelText("Password", { exact: true })).toHaveFocus();
    await page.getByLabelText("Password", { exact: true }).fill("river-Basin");
    await userEvent.keyboard("{Enter}");
    await expect(done).resolves.toBeNull();
    expect(server.inputs(sysAuth, "stepUp")).toEqual([{ password: "river-Basin" }]);
    expect(page.getByRole("dialog").elements()).toEqual([]);
  });

  test("sends another key with its second try: the first was answered", async () => {
    wantProof();
    const done = remove();
    await page.getByLabelText("Password", { exact: true }).fill("x");
    await confirm();
    await done;
    const keys = server.calls
      .filter(({ path }) => path.endsWith("/delete"))
      .map(({ idempotencyKey }) => idempotencyKey);
    expect(new Set(keys).size).toBe(2);
  });

  test("says why a proof was refused, and lets it be given again", async () => {
    wantProof();
    let isRight = false;
    server.answer(sysAuth, "stepUp", (() =>
      isRight ? null : refusal({ status: 400, message: "The password is wrong." })) as never);
    server.answer(sysPos, "delete", () =>
      isRight ? null : refusal({ status: 403, message: "Prove it.", bizCode: "platform.stepUpRequired" }),
    );
    const done = remove();
    await page.getByLabelText("Password", { exact: true }).fill("wrong");
    await confirm();
    await expect.element(page.getByText("The password is wrong.")).toBeVisible();
    isRight = true;
    await page.getByLabelText("Password", { exact: true }).fill("right");
    await confirm();
    await expect(done).resolves.toBeNull();
  });

  test("ends in its refusal where the proof is not given, and neither Escape nor a click beside it is an answer", async () => {
    wantProof();
    const done = remove();
    const refused = expect(done).rejects.toMatchObject({ bizCode: "platform.stepUpRequired" });
    await expect.element(page.getByRole("dialog")).toBeVisible();
    await userEvent.keyboard("{Escape}");
    document.querySelector<HTMLElement>("dialog")?.click();
    await expect.element(page.getByRole("dialog")).toBeVisible();
    await page.getByRole("button", { name: "Cancel" }).click();
    await refused;
  });

  test("shares one dialog with calls that are refused at the same moment", async () => {
    wantProof();
    const all = Promise.all([remove(), remove(), remove()]);
    await page.getByLabelText("Password", { exact: true }).fill("river");
    await confirm();
    await expect(all).resolves.toEqual([null, null, null]);
    expect(server.inputs(sysAuth, "stepUp")).toHaveLength(1);
  });

  test("asks for the code of whoever has one, and takes the password in its place", async () => {
    server.answer(sysAuth, "factors", (() => ({ totp: true, passkeys: [] })) as never);
    wantProof();
    const done = remove();
    await page.getByRole("textbox", { name: "Six-digit code from your authenticator app" }).fill(" 123456 ");
    await page.getByRole("button", { name: "Use the password instead" }).click();
    await expect.element(page.getByLabelText("Password", { exact: true })).toBeVisible();
    await page.getByRole("button", { name: "Use the app’s code instead" }).click();
    await page.getByRole("textbox", { name: "Six-digit code from your authenticator app" }).fill(" 123456 ");
    await confirm();
    await done;
    expect(server.inputs(sysAuth, "stepUp")).toEqual([{ method: "totp", code: "123456" }]);
  });
});

describe("a call that takes two people", () => {
  const request = {
    changeRequestId: 12,
    changeNo: "CH202611210000000001",
    expireTime: "2026-11-28T06:05:09.000Z",
  };

  test("asks why, and sends no empty reason", async () => {
    server.answer(sysPos, "delete", () =>
      refusal({ status: 400, message: "Why?", bizCode: "platform.reasonRequired" }),
    );
    const done = expect(remove()).rejects.toMatchObject({ bizCode: "platform.reasonRequired" });
    await expect.element(page.getByRole("textbox", { name: "Reason" })).toHaveFocus();
    await page.getByRole("textbox", { name: "Reason" }).fill("   ");
    await page.getByRole("button", { name: "Send for approval" }).click();
    expect(server.calls).toHaveLength(1);
    await page.getByRole("textbox", { name: "Reason" }).fill("No longer used");
    await page.getByRole("button", { name: "Send for approval" }).click();
    await done;
    expect(server.calls).toHaveLength(2);
  });

  test("is left be when no reason is given", async () => {
    server.answer(sysPos, "delete", () =>
      refusal({ status: 400, message: "Why?", bizCode: "platform.reasonRequired" }),
    );
    const done = expect(remove()).rejects.toMatchObject({ bizCode: "platform.reasonRequired" });
    await page.getByRole("button", { name: "Cancel" }).click();
    await done;
    expect(server.calls).toHaveLength(1);
  });

  test("hangs no second call that needs a reason at the same moment: both are answered", async () => {
    const first = askForReason();
    const second = askForReason();
    for (const text of ["one", "two"]) {
      await page.getByRole("textbox", { name: "Reason" }).fill(text);
      await page.getByRole("button", { name: "Send for approval" }).click();
    }
    await expect(
      Promise.race([first, new Promise((resolve) => setTimeout(resolve, 2_000, "hangs"))]),
    ).resolves.not.toBe("hangs");
    await expect(
      Promise.race([second, new Promise((resolve) => setTimeout(resolve, 2_000, "hangs"))]),
    ).resolves.not.toBe("hangs");
  });

  test("says that nothing changed yet, until when, and leads to the request", async () => {
    showSent(request as never);
    const told = () => page.getByRole("dialog", { name: "Sent for approval" }).element().textContent;
    await expect.poll(told).toContain("CH202611210000000001 waits for somebody else. Nothing has changed yet");
    expect(told()).toContain("14:05");
    await page.getByRole("button", { name: "Open the request" }).click();
    expect(onOpen).toHaveBeenCalledWith("/system/changes?open=12");
    expect(page.getByRole("dialog").elements()).toEqual([]);
  });
});
