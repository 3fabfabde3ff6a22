import { merGatewayAccountCfg } from "@countinghouse/contract/merchants/mer-gateway-account-cfg/mer-gateway-account-cfg.ts";
import { sysPos } from "@countinghouse/contract/system/pos/pos.ts";
import { afterEach, beforeEach, expect, test } from "vitest";
import { page } from "vitest/browser";
import { startFakeServer } from "../../../test/fake-server.ts";
import { endPage, renderPage, signInFor } from "../../../test/render-page.tsx";
import { AwaitedNote } from "./awaited-note.tsx";

beforeEach(async () => {
  await page.viewport(1440, 900);
  signInFor([sysPos]);
  startFakeServer();
});
afterEach(() => endPage());

const note = (fields: readonly string[]) => <AwaitedNote resource={merGatewayAccountCfg} fields={fields} />;
const sentence = "ept now; takes effect with sub-merchants at the provider, which this version does not run yet.";

test("names the fields that nothing obeys yet, and what they wait for", async () => {
  await renderPage(note(["descriptor", "subMid"]));
  await expect.element(page.getByRole("note")).toHaveTextContent(`Sub-merchant id: k${sentence}`);
});

test("names none where all wait, and is not there where none does", async () => {
  await renderPage(note(["subMid"]));
  await expect.element(page.getByRole("note")).toHaveTextContent(`K${sentence}`);
  endPage();
  await renderPage(note(["descriptor"]));
  await expect.element(page.getByRole("note")).not.toBeInTheDocument();
});
