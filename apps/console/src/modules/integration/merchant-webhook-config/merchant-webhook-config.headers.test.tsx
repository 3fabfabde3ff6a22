import {
  type Endpoint,
  merchantWebhookConfig,
} from "@countinghouse/contract/integration/merchant-webhook-config/merchant-webhook-config.ts";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { page } from "vitest/browser";
import { type FakeServer, startFakeServer } from "../../../../test/fake-server.ts";
import { endPage, renderPage, signInFor } from "../../../../test/render-page.tsx";
import { ActionForm } from "../../../platform/pages/action-form.tsx";
import { forms } from "./merchant-webhook-config.form.tsx";

const endpoint = {
  id: `whe_${"0".repeat(26)}`,
  name: "Shop",
  url: "https://shop.example/events",
  events: ["*"],
  timeoutSeconds: 10,
  maxInFlight: 5,
  customHeaders: { "X-Shop": "north" },
  version: 3,
} as unknown as Endpoint;

let server: FakeServer;
const sent = () => server.inputs(merchantWebhookConfig, "update").map(({ customHeaders }) => customHeaders);

beforeEach(async () => {
  await page.viewport(1440, 900);
  signInFor([merchantWebhookConfig], ["update"]);
  server = startFakeServer();
  server.answer(merchantWebhookConfig, "update", () => null);
  await renderPage(
    <ActionForm
      resource={merchantWebhookConfig}
      operation="update"
      forms={forms}
      record={{ ...endpoint }}
      plain={null}
      onClose={() => {}}
    />,
  );
  await expect.element(page.getByLabelText("Value")).toHaveValue("north");
});

afterEach(() => {
  endPage();
  server.stop();
});

describe("the own headers of an endpoint", () => {
  test("are lines of a name and a value; a line that was not begun is none", async () => {
    await page.getByRole("button", { name: "Add a line" }).click();
    await page.getByRole("button", { name: "Add a line" }).click();
    await page.getByLabelText("Name", { exact: true }).nth(1).fill("X-Region");
    await page.getByLabelText("Value").nth(1).fill("eu");
    await page.getByRole("button", { name: "Save" }).click();
    await expect.poll(sent).toEqual([{ "X-Shop": "north", "X-Region": "eu" }]);
  });

  test("say that a name stands there twice", async () => {
    await page.getByRole("button", { name: "Add a line" }).click();
    await page.getByLabelText("Name", { exact: true }).nth(1).fill("x-shop");
    await expect
      .element(page.getByRole("alert"))
      .toHaveTextContent("“x-shop” stands here twice; only the last one is kept.");
  });
});
