import type { RecordOf } from "@countinghouse/contract/kit/resource.ts";
import { sysRole } from "@countinghouse/contract/system/role/role.ts";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { startI18n } from "../../../platform/i18n/i18n.ts";
import { ActionForm } from "../../../platform/pages/action-form.tsx";
import { forms } from "./role.form.tsx";

const org = (id: number, name: string, children: object[] = []) => ({ id, name, disabled: false, children });
const answers: Readonly<Record<string, unknown>> = {
  "/api/sysRole/ownOrgList": [2],
  "/api/sysOrg/list": [org(1, "Head office", [org(2, "Asia"), org(3, "Europe")])],
};
const sent = vi.fn();

const answer = async (address: RequestInfo | URL, init?: RequestInit): Promise<Response> => {
  const path = String(address).split("?")[0] ?? "";
  if (init?.method === "POST") sent(path, JSON.parse(String(init.body)));
  return new Response(JSON.stringify({ code: 200, message: "ok", result: answers[path] ?? null }));
};

const openScope = (dataScope: RecordOf<typeof sysRole>["dataScope"], onClose = vi.fn()) => {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <ActionForm
        resource={sysRole}
        operation="grantDataScope"
        forms={forms}
        record={{ id: 9, name: "Clerks", dataScope }}
        plain={null}
        onClose={onClose}
      />
    </QueryClientProvider>,
  );
  return onClose;
};

beforeEach(async () => {
  await startI18n("en");
  sent.mockReset();
  vi.spyOn(window, "fetch").mockImplementation(answer);
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

describe("sysRole.grantDataScope", () => {
  test("starts from the granted organisations and adds exactly the ticked one", async () => {
    const onClose = openScope(5);
    expect((await screen.findByLabelText<HTMLInputElement>("Asia")).checked).toBe(true);
    fireEvent.click(screen.getByLabelText("Europe"));
    fireEvent.click(screen.getByRole("button", { name: "Save" }));
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
    expect(sent).toHaveBeenCalledWith("/api/sysRole/grantDataScope", { id: 9, dataScope: 5, orgIdList: [2, 3] });
  });

  test("asks for organisations only where they are chosen one by one", async () => {
    const onClose = openScope(4);
    expect(screen.queryByLabelText("Asia")).toBeNull();
    fireEvent.click(screen.getByLabelText(/^Own organisation and below/));
    fireEvent.click(screen.getByRole("button", { name: "Save" }));
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
    expect(sent).toHaveBeenCalledWith("/api/sysRole/grantDataScope", { id: 9, dataScope: 2, orgIdList: [] });
  });
});
