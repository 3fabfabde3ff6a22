import { sysOpenAccess } from "@countinghouse/contract/operations/open-access/open-access.ts";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { page } from "vitest/browser";
import { type FakeServer, startFakeServer } from "../../../../test/fake-server.ts";
import { endPage, renderPage, signInFor } from "../../../../test/render-page.tsx";
import { AccessHelp } from "./open-access.help.part.tsx";
import { SignatureMaker } from "./open-access.sign.form.tsx";

let server: FakeServer;
beforeEach(async () => {
  await page.viewport(1440, 900);
  signInFor([sysOpenAccess]);
  server = startFakeServer();
});
afterEach(() => {
  endPage();
  server.stop();
});

describe("SignatureMaker", () => {
  test("asks the server with a time and a nonce of its own, and shows the signature with what is signed", async () => {
    server.answer(sysOpenAccess, "generateSignature", () => ({ sign: "c2lnbg==", text: "GET\n/api/sysPos/list" }));
    await renderPage(<SignatureMaker record={undefined} onClose={() => {}} />);
    await page.getByRole("textbox", { name: "Access key" }).fill("ak_1");
    await page.getByLabelText("Access secret").fill("secret");
    await page.getByRole("button", { name: "Make a signature" }).click();
    await expect.element(page.getByText("c2lnbg==")).toBeVisible();
    const [asked] = server.inputs(sysOpenAccess, "generateSignature");
    expect(asked).toMatchObject({ accessKey: "ak_1", accessSecret: "secret", method: "GET", url: "/api/sysPos/list" });
    expect(String(asked?.nonce)).toMatch(/^[0-9a-f]{32}$/);
    expect(Math.abs(Number(asked?.timestamp) - Date.now() / 1000)).toBeLessThan(60);
  });
});

describe("AccessHelp", () => {
  test("shows a program for each language with the address of this server", async () => {
    await renderPage(<AccessHelp />);
    for (const name of ["curl", "TypeScript", "Java", "PHP", "Python"]) {
      await page.getByRole("tab", { name }).click();
      await expect
        .element(page.getByRole("tabpanel", { name }).getByText(window.location.origin, { exact: false }))
        .toBeVisible();
    }
  });
});
