import { createHmac } from "node:crypto";
import { gzipSync } from "node:zlib";
import { openOperationList } from "@countinghouse/contract/integration/open-api/open-operations.ts";
import { openOrderStatuses } from "@countinghouse/contract/integration/open-api/open-order.ts";
import { returnSample, sampleBase, samples } from "@countinghouse/contract/integration/open-api/samples.ts";
import { returnTextToSign, signedReturn } from "@countinghouse/contract/integration/open-api/signed-return.ts";
import { type Locale, locales } from "@countinghouse/contract/kit/locale.ts";
import { coinAppMessages } from "@countinghouse/contract/merchants/coin-app/coin-app.messages.ts";
import { describe, expect, test } from "vitest";
import { orderMoves } from "./docs-facts.page.ts";
import { docsGuide } from "./docs-guide.page.ts";

describe("the document of the open API", () => {
  test.each(openOperationList)("gives %s an example that the call accepts", (_name, operation) => {
    const { body, query, example, exampleQuery, method } = operation;
    expect(query.safeParse(exampleQuery ?? {}).success).toBe(true);
    if (method !== "POST") return;
    expect(body.safeParse(example).error).toBeUndefined();
  });
});

const pageIn = (locale: Locale): string => docsGuide(locale, "https://shop-pay.example");

describe("the guide", () => {
  test.each(locales)("is a page of which less than 30 kB travel, in %s", (locale) => {
    const page = pageIn(locale);
    expect(gzipSync(page).length).toBeLessThan(30_000);
    expect(page).toContain(`<html lang="${locale}">`);
    for (const part of ["4008400010000004", "invalid_state_transition", "insufficient_funds", "order.paid"])
      expect(page).toContain(part);
  });

  test("has every sample in six languages, calling the server that it was read from", () => {
    const page = pageIn("en");
    for (const name of ["start", "webhook", "return"])
      expect(
        [...page.matchAll(new RegExp(`name="${name}-language" value="(\\w+)"`, "g"))].map(([, code]) => code),
      ).toEqual(["curl", "typescript", "python", "php", "java", "go"]);
    expect(page).not.toContain(sampleBase);
    expect(page.match(/https:\/\/shop-pay\.example/g)).toHaveLength(samples.length);
  });

  test.each(locales)("calls what is pressed in the console as the console does, in %s", (locale) => {
    const { title, text, fields } = coinAppMessages[locale];
    const [, start = ""] = /<section id="start">(.*?)<\/ol>/s.exec(pageIn(locale)) ?? [];
    for (const word of [title, text.testKey, text.makeSecret, text.rotate, fields.appKey, fields.secret])
      expect(start).toContain(word);
  });

  test("draws every move of an order that the lifecycle knows", () => {
    const moves = orderMoves().flatMap(([, next]) => next);
    const [, drawn = ""] = /<svg class="flow".*?<\/defs>(.*?)<\/svg>/s.exec(pageIn("en")) ?? [];
    expect(drawn.match(/marker-end/g)).toHaveLength(moves.length);
    for (const status of openOrderStatuses) expect(drawn).toContain(`>${status}</text>`);
  });

  test("shows a return that is signed as it says", () => {
    const { secret, at, signature, target, ...told } = returnSample;
    const timestamp = String(Date.parse(at) / 1000);
    const text = returnTextToSign(told, timestamp);
    expect(text).toBe(
      "merchantOrderNo=A%201001%2F%C3%BC%2A&orderNo=OR20261121ABCDEFGHJK&status=paid&timestamp=1795255200",
    );
    expect(createHmac("sha256", secret).update(text).digest("hex")).toBe(signature);
    const address = signedReturn(target, told, { timestamp, signature });
    expect(address).toBe(`https://shop.example/thanks?cart=1&${text}&signature=${signature}`);
    expect(pageIn("en")).toContain(address.replaceAll("&", "&amp;"));
  });
});

describe("the address of a way back", () => {
  const told = { orderNo: "OR1", merchantOrderNo: "A 1", status: "paid" };
  const proof = { timestamp: "1", signature: "s" };

  test("keeps the shop's own parameters and its place in the page, but for those of the same names", () => {
    expect(signedReturn("https://shop.example/t?a=%20b&status=old&c#top", told, proof)).toBe(
      "https://shop.example/t?a=+b&c=&merchantOrderNo=A%201&orderNo=OR1&status=paid&timestamp=1&signature=s#top",
    );
    expect(signedReturn("https://shop.example/t?x=%2F", told, proof)).toContain("?x=%2F&merchantOrderNo");
  });

  test("tells the numbers alone where nothing is signed", () => {
    expect(signedReturn("https://shop.example/", told, undefined)).toBe(
      "https://shop.example/?merchantOrderNo=A%201&orderNo=OR1",
    );
  });
});
