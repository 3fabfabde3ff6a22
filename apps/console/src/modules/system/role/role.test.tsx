import type { RecordOf } from "@countinghouse/contract/kit/resource.ts";
import type { MenuNode } from "@countinghouse/contract/settings/menu/menu.ts";
import { sysRole } from "@countinghouse/contract/system/role/role.ts";
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { endPage, renderPage } from "../../../../test/render-page.tsx";
import { switchLanguage } from "../../../platform/i18n/language.ts";
import { ActionForm } from "../../../platform/pages/action-form.tsx";
import { keysAfterToggle } from "../../../platform/pickers/check-state.ts";
import { forms } from "./role.form.tsx";
import { grantedBy, nodesByPermissionGroup } from "./role.permission-groups.part.ts";

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

const openScope = async (dataScope: RecordOf<typeof sysRole>["dataScope"], onClose = vi.fn()) => {
  await renderPage(
    <ActionForm
      resource={sysRole}
      operation="grantDataScope"
      forms={forms}
      record={{ id: 9, name: "Clerks", dataScope }}
      plain={null}
      onClose={onClose}
    />,
  );
  return onClose;
};

beforeEach(async () => {
  switchLanguage("en");
  sent.mockReset();
  vi.spyOn(window, "fetch").mockImplementation(answer);
});
afterEach(() => {
  endPage();
  vi.restoreAllMocks();
});

describe("sysRole.grantDataScope", () => {
  test("starts from the granted organisations and adds exactly the ticked one", async () => {
    const onClose = await openScope(5);
    expect((await screen.findByLabelText<HTMLInputElement>("Asia", {}, { timeout: 8000 })).checked).toBe(true);
    fireEvent.click(screen.getByLabelText("Europe"));
    fireEvent.click(screen.getByRole("button", { name: "Save" }));
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
    expect(sent).toHaveBeenCalledWith("/api/sysRole/grantDataScope", { id: 9, dataScope: 5, orgIdList: [2, 3] });
  });

  test("asks for organisations only where they are chosen one by one", async () => {
    const onClose = await openScope(4);
    expect(screen.queryByLabelText("Asia")).toBeNull();
    fireEvent.click(await screen.findByLabelText(/^Own organisation and below/, {}, { timeout: 8000 }));
    fireEvent.click(screen.getByRole("button", { name: "Save" }));
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
    expect(sent).toHaveBeenCalledWith("/api/sysRole/grantDataScope", expect.objectContaining({ id: 9, dataScope: 2 }));
  });
});

describe("what a role's permissions are for", () => {
  const entry = (id: number, type: 1 | 2 | 3, permission: string | null, children: MenuNode[] = []) =>
    ({ id, type, permission, title: `entry ${id}`, titles: null, children }) as unknown as MenuNode;
  const tree = [
    entry(1, 1, null, [
      entry(2, 2, null, [
        entry(3, 3, "sysPos:page"),
        entry(4, 3, "sysPos:add"),
        entry(5, 3, "sysPos:delete"),
        entry(6, 3, "sysPos:export"),
        entry(7, 3, "merchant:approve"),
      ]),
    ]),
  ];
  const words = { view: "View", change: "Change", decide: "Decide", takeOut: "Take out", remove: "Delete" };

  test("groups the permissions of a page, which stand for their members alone", () => {
    const [area] = nodesByPermissionGroup(tree, "en", words);
    const groups = area?.children?.[0]?.children ?? [];
    expect(groups.map(({ title }) => title)).toEqual(["View", "Change", "Decide", "Take out", "Delete"]);
    const [view] = groups;
    if (!area || !view) throw new Error("no group");
    // Ticking a group ticks its permissions, and the pages that lead there; the group itself is nothing to grant.
    expect([...keysAfterToggle([area], view, new Set(), "joined")].sort()).toEqual(["1", "2", "3"]);
  });

  test("starts from reading, from all but taking away, or from everything", () => {
    expect(grantedBy("readOnly", tree)).toEqual([1, 2, 3]);
    expect(grantedBy("operate", tree)).toEqual([1, 2, 3, 4, 6, 7]);
    expect(grantedBy("everything", tree)).toEqual([1, 2, 3, 4, 5, 6, 7]);
  });
});
