import { sysUser } from "@countinghouse/contract/system/user/user.ts";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { switchLanguage } from "../../../platform/i18n/language.ts";
import { ActionForm } from "../../../platform/pages/action-form.tsx";
import { forms } from "./user.form.tsx";

const record = { id: 12, account: "wang.nan" };

const answering = (status: number, body: object) =>
  vi
    .spyOn(window, "fetch")
    .mockResolvedValue(new Response(JSON.stringify(body), { status, headers: { "content-type": "application/json" } }));

const openReset = (onClose = vi.fn()) => {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <ActionForm
        resource={sysUser}
        operation="resetPwd"
        forms={forms}
        record={record}
        plain={null}
        onClose={onClose}
      />
    </QueryClientProvider>,
  );
  return onClose;
};

beforeEach(() => switchLanguage("en"));
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

describe("sysUser.resetPwd", () => {
  test("asks first, then shows the link until it is kept", async () => {
    const fetched = answering(200, {
      code: 200,
      message: "ok",
      result: { account: "wang.nan", invitation: "word-77", expireTime: "2026-11-30T06:00:00.000Z" },
    });
    const onClose = openReset();
    expect(fetched).not.toHaveBeenCalled();
    fireEvent.click(screen.getByRole("button", { name: "Reset password" }));
    expect(await screen.findByText(/login#account=wang.nan&invitation=word-77$/)).toBeTruthy();
    fireEvent.keyDown(document.body, { key: "Escape" });
    expect(onClose).not.toHaveBeenCalled();
    fireEvent.click(screen.getByRole("button", { name: "I have kept it" }));
    expect(onClose).toHaveBeenCalledOnce();
    expect(JSON.parse(String(fetched.mock.calls[0]?.[1]?.body))).toEqual({ id: 12 });
  });

  test("does nothing when the question is answered with no", async () => {
    const fetched = answering(200, {});
    const onClose = openReset();
    fireEvent.click(screen.getByRole("button", { name: "Cancel" }));
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
    // A page of the same worker may still look whether the server is there again.
    expect(fetched.mock.calls.filter(([address]) => address !== "/healthz")).toEqual([]);
  });

  test("closes when the server refuses, and shows no link", async () => {
    answering(403, { code: 403, message: "“wang.nan” ranks above you.", extras: { bizCode: "sysUser.protected" } });
    const onClose = openReset();
    fireEvent.click(screen.getByRole("button", { name: "Reset password" }));
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
    expect(screen.queryByText("I have kept it")).toBeNull();
  });
});
