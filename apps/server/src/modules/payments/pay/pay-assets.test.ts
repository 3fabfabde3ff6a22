import { createHash } from "node:crypto";
import { schemeRanges } from "@countinghouse/contract/platform/card-schemes.ts";
import { expect, test } from "vitest";
import { buildTestApp } from "../../../../test/app.ts";
import { fakeDesk, payableOrder, payPath, servePay } from "../../../../test/pay-desk.ts";
import { payScript } from "./pay-assets.page.ts";

test("the script tells schemes apart by the very ranges that the server knows", () => {
  for (const { prefix, scheme } of schemeRanges) expect(payScript).toContain(JSON.stringify([prefix.source, scheme]));
});

test("a page applies no lines of style but ours: their digest stands in its policy", async () => {
  const node = await buildTestApp();
  const desk = fakeDesk();
  desk.order = payableOrder({ brandColor: "#1f5b4a", expireTime: null });
  const server = await servePay(node, desk);
  const { body, headers } = await server.inject({ url: payPath(node) });
  const [, style = ""] = /<style>([^<]*)<\/style>/.exec(body) ?? [];
  expect(style).toContain("--brand:#1f5b4a;--on-brand:#ffffff");
  const digest = createHash("sha256").update(style).digest("base64");
  expect(headers["content-security-policy"]).toContain(`style-src 'self' 'sha256-${digest}'`);
  expect(body).not.toMatch(/<[^>]*\s(?:style|on\w+)=|<script(?! src="\/pay\/assets\/)/);
  await server.close();
  await node.close();
});
