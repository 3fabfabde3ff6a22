import type { AddressInfo } from "node:net";
import { returnSample, samples } from "@countinghouse/contract/integration/open-api/samples.ts";
import { signedReturn } from "@countinghouse/contract/integration/open-api/signed-return.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { buildOrderStage, type OrderStage } from "../../../../test/order-stage.ts";
import { missingFor, runProgram } from "../../../../test/samples.ts";
import { buildCoinApp } from "../../../../test/terms.ts";
import { signatureHeader } from "../webhook/signature.service.ts";
import { docsGuide } from "./docs-guide.page.ts";

let stage: OrderStage;
let base = "";
let environment: Record<string, string> = {};

beforeAll(async () => {
  stage = await buildOrderStage();
  const { app, merchantId, place } = stage;
  const { test: key } = await buildCoinApp(app, { merchantId, tenantId: place.tenantId });
  environment = { APP_KEY: key.appKey, APP_SECRET: key.secret };
  // Programs use the machine's clock.
  app.clock.forward(Date.now() - app.clock.now().getTime());
  await app.server.listen({ port: 0, host: "127.0.0.1" });
  base = `http://127.0.0.1:${(app.server.server.address() as AddressInfo).port}`;
});
afterAll(() => stage.close());

const unescaped = (text: string): string =>
  text
    .replaceAll("&quot;", '"')
    .replaceAll("&#39;", "'")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&amp;", "&");

/** The last code block of a language in a section of the guide, as a reader copies it. */
function blockOf(section: string, language: string): string {
  const [, text = ""] = new RegExp(`<section id="${section}">(.*?)</section>`, "s").exec(docsGuide("en", base)) ?? [];
  const [, panel = ""] = new RegExp(`data-code="${language}">(.*?)</div>`, "s").exec(text) ?? [];
  const blocks = [...panel.matchAll(/<pre[^>]*>(.*?)<\/pre>/gs)].map(([, block = ""]) => unescaped(block));
  return blocks.at(-1) ?? "";
}

/** The payer opens the page and pays with the card in the program's output. */
async function payAt(line: string): Promise<void> {
  const [, url = "", number = ""] = /^Open (\S+) and pay with card (\d+)$/.exec(line) ?? [];
  expect(url).toContain(`${base}/pay/`);
  const page = await (await fetch(`${url}/cancel?lang=en`)).text();
  const form = /name="form" value="([^"]+)"/.exec(page)?.[1] ?? "";
  const body = new URLSearchParams({ form, method: "card", number, expiry: "12/40", cvc: "123", holder: "Ada Shaw" });
  expect((await fetch(`${url}/pay`, { method: "POST", body, redirect: "manual" })).status).toBe(303);
}

describe.each(samples.map(({ code }) => code))("the samples in %s", (language) => {
  test("end the quick start with a paid order, word for word as the guide shows it", async ({ skip }) => {
    if ((await missingFor(language)).length > 0) return skip();
    const paying: Promise<void>[] = [];
    const printed = await runProgram(language, {
      code: blockOf("start", language),
      environment,
      onLine: (line) => {
        if (line.startsWith("Open ")) paying.push(payAt(line));
      },
    });
    await Promise.all(paying);
    expect(printed.at(-1)).toBe("paid");
  }, 120_000);

  test("recognise what the sender signs and what the payment page signs, and nothing else", async ({ skip }) => {
    if ((await missingFor(language)).length > 0) return skip();
    const now = new Date();
    const { secret, target, at, signature, ...told } = returnSample;
    const old = signedReturn(target, told, { timestamp: String(Date.parse(at) / 1000), signature });
    const body = '{"type":"order.paid","name":"Zoë"}';
    const header = signatureHeader(["new", "old"], now, body);
    const late = signatureHeader(["new"], new Date(now.getTime() - 400_000), body);
    const cases: readonly Case[] = [
      { check: "webhook", given: header, body, secret: "new", expected: true },
      { check: "webhook", given: header, body, secret: "old", expected: true },
      { check: "webhook", given: header, body: `${body} `, secret: "new", expected: false },
      { check: "webhook", given: header, body, secret: "another", expected: false },
      { check: "webhook", given: late, body, secret: "new", expected: false },
      { check: "back", given: old, body: "", secret, tolerance: 2_000_000_000, expected: true },
      { check: "back", given: old, body: "", secret, expected: false },
      { check: "back", given: old, body: "", secret: "another", tolerance: 2_000_000_000, expected: false },
      {
        check: "back",
        given: old.replace("status=paid", "status=failed"),
        body: "",
        secret,
        tolerance: 2_000_000_000,
        expected: false,
      },
    ];
    for (const check of ["webhook", "back"] as const) {
      const mine = cases.filter((one) => one.check === check);
      const sample = blockOf(check === "back" ? "return" : "webhooks", language);
      const printed = await runProgram(language, { code: driverOf(language, sample, mine) });
      expect(printed, check).toEqual(mine.map(({ expected }) => String(expected)));
    }
  }, 120_000);
});

interface Case {
  readonly check: "webhook" | "back";
  readonly given: string;
  readonly body: string;
  readonly secret: string;
  readonly tolerance?: number;
  readonly expected: boolean;
}

/** The sample with additional lines that print its result for each case. */
function driverOf(language: string, sample: string, cases: readonly Case[]): string {
  const quoted = JSON.stringify;
  const single = (text: string): string => `'${text}'`;
  const lines = cases.map(({ check, given, body, secret, tolerance = 300 }) => {
    const isHook = check === "webhook";
    const text = [quoted(given), ...(isHook ? [quoted(body)] : []), quoted(secret)];
    if (language === "typescript")
      return `console.log(${isHook ? "isGenuine" : "isGenuineReturn"}(${text}, ${tolerance}));`;
    if (language === "python") {
      const [first, ...rest] = text;
      const given3 = isHook ? [first, `${rest[0]}.encode()`, rest[1]] : text;
      return `print(str(${isHook ? "is_genuine" : "is_genuine_return"}(${given3.join(", ")}, ${tolerance})).lower())`;
    }
    if (language === "php") {
      const given4 = [single(given), ...(isHook ? [single(body)] : []), single(secret), tolerance];
      return `echo ${isHook ? "isGenuine" : "isGenuineReturn"}(${given4.join(", ")}) ? 'true' : 'false', "\\n";`;
    }
    if (language === "java") {
      const bytes = isHook ? [text[0], `${text[1]}.getBytes(UTF_8)`, text[2]] : text;
      return `System.out.println(${isHook ? "Webhooks.isGenuine" : "Returns.isGenuineReturn"}(${bytes.join(", ")}, ${tolerance}));`;
    }
    if (language === "go") {
      const bytes = isHook ? [text[0], `[]byte(${text[1]})`, text[2]] : text;
      return `println2(${isHook ? "isGenuine" : "isGenuineReturn"}(${bytes.join(", ")}, ${tolerance}))`;
    }
    const call = isHook
      ? `printf %s ${single(body)} > body; is_genuine ${single(given)} body ${single(secret)} ${tolerance}`
      : `is_genuine_return ${single(given)} ${single(secret)} ${tolerance}`;
    return `if { ${call}; }; then echo true; else echo false; fi`;
  });
  const all = lines.join("\n");
  if (language === "java")
    return `${javaImports(sample)}\nclass Main {\n  public static void main(String[] args) throws Exception {\n${all}\n  }\n}\n${javaRest(sample)}`;
  if (language === "go")
    return `${sample.replace("import (", 'import (\n\t"fmt"')}\nfunc println2(is bool) { fmt.Println(is) }\nfunc main() {\n${all}\n}\n`;
  return `${sample}\n${all}\n`;
}

const javaImports = (sample: string): string => sample.slice(0, sample.indexOf("class "));
const javaRest = (sample: string): string => sample.slice(sample.indexOf("class "));
