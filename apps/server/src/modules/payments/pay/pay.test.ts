import { appLogoLimitBytes } from "@countinghouse/contract/merchants/coin-app/coin-app.ts";
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { buildTestApp, type TestApp } from "../../../../test/app.ts";
import { type FakeDesk, fakeDesk, payableOrder, payPath, refusing, servePay } from "../../../../test/pay-desk.ts";
import { payStyle } from "./pay-assets.page.ts";

let node: TestApp;
let server: FastifyInstance;
let desk: FakeDesk;
let path = "";
let serial = 0;

beforeAll(async () => {
  node = await buildTestApp();
  path = payPath(node);
});
afterAll(async () => {
  await node.close();
});
beforeEach(async () => {
  // Far enough for every allowance to be full again.
  node.clock.forward(60_000);
  desk = fakeDesk();
  desk.order = payableOrder({ expireTime: new Date(node.clock.now().getTime() + 1_800_000).toISOString() });
  server = await servePay(node, desk);
  serial += 1;
});

const get = (url = path, headers: Record<string, string> = {}) =>
  server.inject({ url, headers: { "accept-language": "en", ...headers }, remoteAddress: `10.7.0.${serial}` });

const formTokenOf = (page: string): string => /name="form" value="([^"]+)"/.exec(page)?.[1] ?? "";

async function post(step: string, fields: Record<string, string>, headers: Record<string, string> = {}) {
  const form = fields.form ?? formTokenOf((await get()).body);
  return server.inject({
    method: "POST",
    url: `${path}/${step}?lang=en`,
    headers: { "content-type": "application/x-www-form-urlencoded", ...headers },
    payload: new URLSearchParams({ ...fields, form }).toString(),
    remoteAddress: `10.7.0.${serial}`,
  });
}

const card = { method: "card", number: "4008 4000 1000 0004", expiry: "12 / 30", cvc: "123", holder: "Ada Shaw" };

describe("the payment page", () => {
  test("shows who is paid, how much and for what, as text and never as markup", async () => {
    const { body, statusCode } = await get();
    expect(statusCode).toBe(200);
    expect(body).toContain("Pay Ada’s Tea &amp; &lt;Books&gt;");
    expect(body).toContain("123.45 USD");
    expect(body).toContain("&lt;img src=x onerror=alert(1)&gt;");
    expect(body).not.toContain("<img");
  });

  test("speaks the payer's language and the one chosen on the page", async () => {
    expect((await get(path, { "accept-language": "zh-TW,en;q=0.5" })).body).toContain("付款給");
    expect((await get(`${path}?lang=zh-cn`)).body).toContain('<html lang="zh-cn" dir="ltr">');
    expect((await get(`${path}?lang=../../etc`)).body).toContain('<html lang="en" dir="ltr">');
  });

  test("allows no frame, no third party, no referrer and no copy in a cache", async () => {
    const { headers } = await get();
    expect(headers["content-security-policy"]).toContain("default-src 'none'");
    expect(headers["content-security-policy"]).toContain("frame-ancestors 'none'");
    expect(headers["content-security-policy"]).not.toContain("unsafe");
    expect([headers["x-frame-options"], headers["referrer-policy"], headers["cache-control"]]).toEqual([
      "DENY",
      "no-referrer",
      "no-store",
    ]);
  });

  test("weighs less than 60 kB, uncompressed, with style, script, face and the largest logo", async () => {
    const { body } = await get();
    const links = [...body.matchAll(/(?:src|href)="(\/pay\/assets\/[^"]+)"/g)].map(([, url]) => url ?? "");
    expect(links).toHaveLength(2);
    const face = `/pay/assets/${/url\(([^)]+)\)/.exec(payStyle)?.[1]}`;
    let bytes = Buffer.byteLength(body) + appLogoLimitBytes;
    for (const url of [...links, face]) {
      const { statusCode, headers, rawPayload } = await get(url);
      expect([statusCode, headers["cache-control"]], url).toEqual([200, "public, max-age=31536000, immutable"]);
      bytes += rawPayload.length;
    }
    expect(bytes).toBeLessThan(60_000);
  });

  test("shows the shop's logo, which can do nothing when it is opened by itself", async () => {
    desk.order = payableOrder({ logoChecksum: "0123456789abcdef", expireTime: null });
    desk.logo = async () => ({ contentType: "image/png", content: Buffer.from("89504e470d0a1a0a", "hex") });
    expect((await get()).body).toContain(`<img src="${path}/logo?v=0123456789ab" alt=""`);
    const { headers, rawPayload } = await get(`${path}/logo?v=0123456789ab`);
    expect(rawPayload).toHaveLength(8);
    expect([headers["content-type"], headers["content-security-policy"]]).toEqual([
      "image/png",
      "default-src 'none'; sandbox",
    ]);
    desk.logo = async () => undefined;
    expect((await get(`${path}/logo`)).statusCode).toBe(404);
  });

  test("offers every way as a tile of one form with one button", async () => {
    const { body } = await get();
    expect([...body.matchAll(/type="radio" name="method" value="([^"]+)"( checked)?/g)].map(([, way]) => way)).toEqual([
      "card",
      "sim_wallet",
      "sim_qr",
    ]);
    expect(body.match(/<form /g)).toHaveLength(1);
    expect(body.match(/<button/g)).toHaveLength(1);
    expect(body).toContain('aria-label="Visa"');
    for (const name of ["cc-number", "cc-exp", "cc-csc", "cc-name"]) expect(body).toContain(`autocomplete="${name}"`);
    const order = ["Ada’s Tea", "To pay", "How would you like", "Card number", "Expiry", "Security code", "Pay 123.45"];
    const places = order.map((text) => body.indexOf(text, body.indexOf("<body")));
    expect(places).toEqual(places.toSorted((a, b) => a - b));
  });

  test("is not there for a token that was changed, shortened or of another order", async () => {
    const [body = "", mac = ""] = path.slice(5).split(".");
    for (const token of [
      `${body}.${"A".repeat(43)}`,
      body,
      `${body}x.${mac}`,
      "x",
      "%00",
      "..%2f..%2fetc",
      "a".repeat(3_000),
    ]) {
      const answer = await get(`/pay/${token}`);
      expect([answer.statusCode, answer.headers["content-type"]], token).toEqual([404, "text/html; charset=utf-8"]);
    }
    desk.order = payableOrder({ orderNo: "OR_OTHER" });
    expect((await get()).statusCode).toBe(404);
  });

  test.each([
    [{ status: "pending" }, "Processing your payment"],
    [{ status: "paid" }, "has your payment of 123.45 USD"],
    [{ status: "awaiting", awaitingReason: "capture" }, "Payment approved"],
    [{ status: "awaiting", awaitingReason: "review" }, "being checked"],
    [{ status: "failed", failureCode: "stolen_card" }, "The payment failed"],
    [{ status: "canceled" }, "The order was cancelled"],
    [{ status: "canceled", failureCode: "expired" }, "The time to pay is over"],
    [{ expireTime: "2026-01-01T00:00:00.000Z" }, "The time to pay is over"],
    [{ status: "awaiting", awaitingReason: "retry", failureCode: "insufficient_funds" }, "not enough money"],
  ] as const)("tells a payer of %j", async (parts, words) => {
    desk.order = payableOrder({ expireTime: null, ...parts });
    expect((await get()).body).toContain(words);
  });

  test("says of a stolen, lost or suspected card no more than of any other", async () => {
    const pages = [];
    for (const failureCode of ["stolen_card", "suspected_fraud", "do_not_honor"]) {
      desk.order = payableOrder({ expireTime: null, status: "awaiting", awaitingReason: "retry", failureCode });
      pages.push((await get()).body.replace(/name="form" value="[^"]+"/g, ""));
    }
    expect(new Set(pages).size).toBe(1);
  });

  test("draws a QR code and shows a voucher without a script", async () => {
    const action = { url: null, expireTime: "2026-11-24T10:00:00.000Z" } as const;
    desk.order = payableOrder({
      status: "awaiting",
      awaitingReason: "payer_action",
      action: { ...action, type: "qr", data: "sim://pay/1" },
    });
    expect((await get()).body).toMatch(/<svg class="qr" viewBox="0 0 \d+ \d+" role="img" aria-label="Scan to pay"/);
    desk.order = payableOrder({
      status: "awaiting",
      awaitingReason: "payer_action",
      action: { ...action, type: "voucher", data: "8812-4410" },
    });
    expect((await get()).body).toContain('<p class="code">8812-4410</p>');
  });

  test("sends the payer to web addresses only, by itself right after paying and by a link otherwise", async () => {
    const action = { type: "redirect", data: null, expireTime: null } as const;
    const at = (url: string) =>
      payableOrder({ status: "awaiting", awaitingReason: "authentication", action: { ...action, url } });
    desk.order = at("https://acs.example/challenge?id=1&x=2");
    expect((await get()).body).toContain('href="https://acs.example/challenge?id=1&amp;x=2"');
    expect((await get()).body).not.toContain("0;url=");
    expect((await get(`${path}?go=1`)).body).toContain('content="0;url=https://acs.example/challenge?id=1&amp;x=2"');
    desk.order = at("javascript:alert(1)");
    expect((await get(`${path}?go=1`)).body).not.toContain("javascript:");
  });
});

describe("a card form", () => {
  test("is paid with and leads back to the page", async () => {
    const answer = await post("pay", card);
    expect([answer.statusCode, answer.headers.location]).toEqual([303, `${path}?lang=en&go=1`]);
    expect(desk.asked).toEqual([
      {
        method: "card_visa",
        card: { number: "4008400010000004", expiryMonth: 12, expiryYear: 2030, cvc: "123", holderName: "Ada Shaw" },
      },
    ]);
  });

  test("takes full-width digits and every common way to write a date", async () => {
    for (const expiry of ["12/30", "12 / 2030", "1230", "12-30", "１２／３０"])
      expect(
        (await post("pay", { ...card, number: "４００８４０００１００００００４", expiry })).statusCode,
        expiry,
      ).toBe(303);
  });

  test.each([
    ["number", "4008400010000005", "Check the card number"],
    ["number", "' OR '1'='1", "Check the card number"],
    ["number", "", "Check the card number"],
    ["expiry", "13/30", "Check the expiry date"],
    ["expiry", "12/99", "Check the expiry date"],
    ["expiry", "10/26", "This card has expired"],
    ["cvc", "12", "Check the security code"],
    ["cvc", "1234", "Check the security code"],
    ["holder", "4008400010000004", "Enter the name"],
    ["holder", "", "Enter the name"],
  ])("with %s %j is not sent, says why, and gives no value back", async (name, value, words) => {
    const answer = await post("pay", { ...card, [name]: value });
    expect(answer.statusCode).toBe(422);
    expect(answer.body).toContain(words);
    expect(answer.body).toContain('role="alert"');
    expect(answer.body).toContain(`href="#${name}"`);
    expect(answer.body).not.toContain("4008 4000");
    expect(desk.asked).toEqual([]);
  });

  test("of this month is still good", async () => {
    expect((await post("pay", { ...card, expiry: "11/26" })).statusCode).toBe(303);
  });

  test("is not taken without our word for this order, with an old one, or from another site", async () => {
    const elsewhere = formTokenOf((await get()).body).replace(/.$/, "_");
    for (const form of ["", "x", elsewhere]) expect((await post("pay", { ...card, form })).statusCode).toBe(403);
    const form = formTokenOf((await get()).body);
    expect((await post("pay", { ...card, form }, { "sec-fetch-site": "cross-site" })).statusCode).toBe(403);
    expect((await post("pay", { ...card, form }, { "sec-fetch-site": "same-site" })).statusCode).toBe(403);
    desk.order = payableOrder({ expireTime: null });
    node.clock.forward(3 * 3_600_000);
    const late = await post("pay", { ...card, form });
    expect(late.statusCode).toBe(403);
    expect(desk.asked).toEqual([]);
  });

  test("that was sent to an order which is past it shows the order", async () => {
    desk.onPay = () => {
      desk.order = payableOrder({ status: "pending" });
      refusing("coinOrder.attemptInFlight")();
    };
    expect((await post("pay", card)).statusCode).toBe(303);
    desk.order = payableOrder({ status: "paid" });
    const answer = await post("pay", { ...card, number: "1" });
    expect(answer.body).toContain("Paid");
  });

  test("tells what the order itself does not show", async () => {
    for (const code of ["noRoute", "thatNobodyForesaw"]) {
      desk.onPay = refusing(`coinOrder.${code}`);
      const answer = await post("pay", card);
      expect([answer.statusCode, answer.body.includes("could not be reached")], code).toEqual([422, true]);
    }
  });

  test("shows no detail of a failure", async () => {
    desk.onPay = () => {
      throw new Error(`cannot send ${card.number}`);
    };
    const answer = await post("pay", card);
    expect(answer.statusCode).toBe(500);
    expect(answer.body).toContain("Something went wrong on our side");
    expect(answer.body).not.toContain("4008");
  });

  test("is refused when it comes too often", async () => {
    const form = formTokenOf((await get()).body);
    const answers = [];
    for (let i = 0; i < 10; i += 1) answers.push((await post("pay", { ...card, number: "1", form })).statusCode);
    expect(answers.slice(0, 8)).toEqual(Array(8).fill(422));
    expect(answers.slice(8)).toEqual([429, 429]);
  });

  test.each([
    ["application/json", '{"number":"4008400010000004"}', 415],
    ["text/plain", "form=x", 415],
    ["application/x-www-form-urlencoded", `number=${"4".repeat(9_000)}`, 413],
  ])("as %s of that size is refused", async (type, payload, status) => {
    const answer = await server.inject({
      method: "POST",
      url: `${path}/pay`,
      headers: { "content-type": type },
      payload,
    });
    expect(answer.statusCode).toBe(status);
    expect(answer.body).not.toContain("4008");
  });
});

describe("other forms", () => {
  test("pay with an offered method and with no other", async () => {
    expect((await post("pay", { method: "sim_wallet" })).statusCode).toBe(303);
    for (const method of ["card_visa", "sim_debit", "__proto__"])
      expect((await post("pay", { method })).statusCode, method).toBe(422);
    expect(desk.asked).toEqual([{ method: "sim_wallet", card: null }]);
  });

  test("cancel the order", async () => {
    expect((await post("cancel", {})).statusCode).toBe(303);
    expect(desk.asked).toEqual(["cancel"]);
  });
});

describe("the question before an order is cancelled", () => {
  const ask = (lang = "en") => get(`${path}/cancel?lang=${lang}`);

  test("stands between the page and the deed, without a script", async () => {
    const page = (await get()).body;
    expect(page).toContain(`href="${path}/cancel?lang=en"`);
    expect(page).not.toContain(`action="${path}/cancel`);
    const { body, statusCode } = await ask();
    expect(statusCode).toBe(200);
    expect(body).toContain("Cancel this order?");
    expect(body).toContain("You cannot pay it afterwards.");
    expect(body).toContain(`<form method="post" action="${path}/cancel?lang=en">`);
    expect(body).toContain(`href="${path}?lang=en"`);
    expect(desk.asked).toEqual([]);
  });

  test("draws a form that cancels, and stays when the language is changed", async () => {
    const { body } = await ask();
    expect((await post("cancel", { form: formTokenOf(body) })).statusCode).toBe(303);
    expect(desk.asked).toEqual(["cancel"]);
    expect(body).toContain(`href="${path}/cancel?lang=zh-tw"`);
    expect((await ask("zh-cn")).body).toContain("要取消此订单吗？");
  });

  test("has the protection of every other page", async () => {
    const { headers } = await ask();
    expect(headers["content-security-policy"]).toContain("frame-ancestors 'none'");
    expect(headers["cache-control"]).toBe("no-store");
    expect((await post("cancel", { form: "x" })).statusCode).toBe(403);
    expect(desk.asked).toEqual([]);
  });

  test("is not asked of an order that is past it", async () => {
    desk.order = payableOrder({ status: "paid" });
    const { statusCode, headers } = await ask();
    expect([statusCode, headers.location]).toEqual([303, `${path}?lang=en`]);
  });
});

describe("the way back to the shop", () => {
  const refresh = /http-equiv="refresh" content="([^"]+)"/;

  test.each([
    [{ status: "paid" }],
    [{ status: "awaiting", awaitingReason: "capture" }],
    [{ status: "awaiting", awaitingReason: "review" }],
    [{ status: "canceled" }],
  ] as const)("is taken by itself after a while, without a script, where %j", async (parts) => {
    desk.order = payableOrder({ expireTime: null, ...parts });
    const { body } = await get();
    expect(refresh.exec(body)?.[1]).toBe(`8;url=${path}/back?lang=en`);
    expect(body).toContain(`href="${path}?lang=en&amp;stay=1"`);
    expect((await get(`${path}?lang=en&stay=1`)).body).not.toMatch(refresh);
  });

  test.each([
    [{ status: "failed", failureCode: "stolen_card" }],
    [{ expireTime: "2026-01-01T00:00:00.000Z" }],
    [{ status: "paid", returnUrl: null }],
    [{}],
  ] as const)("waits for the payer where %j", async (parts) => {
    desk.order = payableOrder({ expireTime: null, ...parts });
    expect((await get()).body).not.toMatch(refresh);
  });

  test("tells the shop's address at the moment it is followed, and no other page where we came from", async () => {
    desk.order = payableOrder({ status: "paid" });
    const { statusCode, headers } = await get(`${path}/back`);
    expect([statusCode, headers.location]).toEqual([303, "https://shop.example/thanks?status=paid&signature=s"]);
    expect([headers["referrer-policy"], headers["cache-control"]]).toEqual(["no-referrer", "no-store"]);
    desk.order = payableOrder({ status: "paid", returnUrl: null });
    expect((await get(`${path}/back?lang=en`)).headers.location).toBe(`${path}?lang=en`);
  });
});

describe("the way back from a bank", () => {
  test("asks the gateway and believes no status in the address", async () => {
    const answer = await get(`${path}/return?status=paid&trade_no=1`);
    expect([answer.statusCode, answer.headers.location]).toEqual([303, `${path}?lang=en`]);
    expect(desk.asked).toEqual(["look"]);
    desk.order = payableOrder({ status: "pending" });
    expect((await get()).body).toContain("Processing your payment");
  });
});
