import { type OrgNode, sysOrg } from "@countinghouse/contract/system/org/org.ts";
import { afterEach, beforeEach, expect, test } from "vitest";
import { page } from "vitest/browser";
import { type FakeServer, startFakeServer } from "../../../test/fake-server.ts";
import { endPage, renderPage, signInFor } from "../../../test/render-page.tsx";
import { OrgPicker } from "./org-picker.tsx";

const node = (id: number, name: string, children: readonly OrgNode[] = []) =>
  ({ id, name, disabled: false, children }) as unknown as OrgNode;

let server: FakeServer;
beforeEach(() => {
  signInFor([sysOrg]);
  server = startFakeServer();
  server.answer(sysOrg, "list", () => [node(1, "Head office"), node(2, "Group", [node(3, "Branch")])]);
});
afterEach(() => {
  endPage();
  server.stop();
});

const facts = { id: "org", isInvalid: false, describedBy: undefined } as never;

test("a record that is there already is offered the organisations of its own tenant alone", async () => {
  await renderPage(<OrgPicker facts={facts} value={3} onChange={() => {}} isOfRecord />);
  await page.getByRole("combobox").click();
  await expect.element(page.getByText("Group", { exact: true })).toBeVisible();
  await expect.element(page.getByText("Head office")).not.toBeInTheDocument();
});
