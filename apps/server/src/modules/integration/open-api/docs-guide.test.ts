import { createHash, createHmac } from "node:crypto";
import { openOperationList } from "@countinghouse/contract/integration/open-api/open-operations.ts";
import { nodeSample, nodeVerifySample } from "@countinghouse/contract/integration/open-api/samples.ts";
import { textToSign } from "@countinghouse/contract/integration/open-api/signing.ts";
import { locales } from "@countinghouse/contract/kit/locale.ts";
import { afterEach, describe, expect, test, vi } from "vitest";
import { signatureHeader } from "../webhook/signature.service.ts";
import { docsGuide } from "./docs-guide.page.ts";

const load = (source: string) => import(`data:text/javascript,${encodeURIComponent(source)}`);

describe("the document of the open API", () => {
  test.each(openOperationList)("gives %s an example that the call accepts", (_name, operation) => {
    const { body, query, example, exampleQuery, method } = operation;
    expect(query.safeParse(exampleQuery ?? {}).success).toBe(true);
    if (method !== "POST") return;
    expect(body.safeParse(example).error).toBeUndefined();
  });
});

describe("the guide", () => {
  afterEach(() => {
    vi.unstubAllGlobals();
    vi.unstubAllEnvs();
  });

  test.each(locales)("is a page under 60 kB in %s", (locale) => {
    const page = docsGuide(locale);
    expect(Buffer.byteLength(page)).toBeLessThan(60_000);
    expect(page).toContain(`<html lang="${locale}">`);
    for (const part of ["4008400010000004", "invalid_state_transition", "insufficient_funds", "order.paid"])
      expect(page).toContain(part);
  });

  test("signs in its Node sample what the server verifies", async () => {
    const sent: { url: string; init: { headers: Record<string, string>; body?: string } }[] = [];
    vi.stubEnv("APP_KEY", "ak_test_1");
    vi.stubEnv("APP_SECRET", "the secret");
    vi.stubGlobal("fetch", async (url: string, init: (typeof sent)[number]["init"]) => {
      sent.push({ url, init });
      return Response.json({});
    });
    const { call } = await load(nodeSample);
    await call("POST", "/v1/orders", { merchantOrderNo: "A 1" });
    await call("GET", "/v1/orders", undefined, { status: "paid", merchantOrderNo: "A*(1)" });
    const signatures = sent.map(({ url, init: { headers, body } }, index) => {
      const { pathname, search } = new URL(url);
      const text = textToSign({
        method: index === 0 ? "POST" : "GET",
        path: pathname,
        query: search.slice(1),
        timestamp: headers["X-Timestamp"] ?? "",
        nonce: headers["X-Nonce"] ?? "",
        bodyHash: createHash("sha256")
          .update(body ?? "")
          .digest("hex"),
      });
      return createHmac("sha256", "the secret").update(text).digest("hex");
    });
    expect(sent.map(({ init }) => init.headers["X-Signature"])).toEqual(signatures);
  });

  test("recognises in its Node sample what the sender signs, with either of two secrets", async () => {
    const { isGenuine } = await load(nodeVerifySample);
    const body = '{"type":"order.paid"}';
    const header = signatureHeader(["new", "old"], new Date(), body);
    expect(isGenuine(header, body, "new")).toBe(true);
    expect(isGenuine(header, body, "old")).toBe(true);
    expect(isGenuine(header, `${body} `, "new")).toBe(false);
    expect(isGenuine(header, body, "another")).toBe(false);
    expect(isGenuine(signatureHeader(["new"], new Date(Date.now() - 400_000), body), body, "new")).toBe(false);
  });
});
