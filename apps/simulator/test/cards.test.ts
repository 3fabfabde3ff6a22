import { testCards } from "@countinghouse/contract/integration/open-api/test-cards.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readTestNumber, testNumber } from "../src/card-number.ts";
import { cardTable } from "../src/card-table.ts";
import { type Answer, type Bench, buildBench, buildReceiver, start } from "./bench.ts";

let bench: Bench;
let receiver: Awaited<ReturnType<typeof buildReceiver>>;

beforeAll(async () => {
  bench = await buildBench();
  receiver = await buildReceiver();
  await bench.configure("sim_main", { webhookUrl: receiver.url });
});
afterAll(async () => {
  await bench.stop();
  await receiver.stop();
});

const again = async (answer: Answer): Promise<Answer["body"]> =>
  (await bench.get(`/v1/payments/${answer.body.id}`)).body;

/** Types of the notifications about the object, in the order they arrived. */
const typesAbout = (id: string): string[] =>
  receiver.received.filter(({ object }) => object.id === id).map(({ type }) => type);

describe("card numbers", () => {
  test.each(testCards)("the open API's guide shows $number for scenario $scenario", ({ number, scenario, does }) => {
    const known = cardTable.find((card) => card.scenario === scenario);
    expect(testNumber("visa", "840", scenario)).toBe(number);
    expect(known).toBeDefined();
    const declined = known?.threeDs === "required" ? "authentication_required" : known?.decline;
    expect(/^Declined: (\w+)/.exec(does.en)?.[1]).toBe(declined);
  });

  test("follow the published list", () => {
    expect(testNumber("visa", "840", "001")).toBe("4008400010000004");
    expect(testNumber("visa", "826", "001")).toBe("4008260010000002");
    expect(testNumber("mastercard", "840", "001")).toBe("5208400010000009");
    expect(testNumber("amex", "840", "001")).toBe("370840001000000");
    expect(testNumber("jcb", "392", "001")).toBe("3503920010000003");
    expect(testNumber("unionpay", "156", "001")).toBe("6201560010000005");
    expect(testNumber("visa", "840", "507")).toBe("4008405070000000");
  });

  test("are declined when the check digit is wrong, the range unknown or the card expired", async () => {
    const decline = async (card: object): Promise<string> =>
      (await bench.pay("001", { card: bench.card("001", card) })).body.declineCode;
    expect(await decline({ number: "4008400010000005" })).toBe("invalid_card_number");
    expect(await decline({ number: "4111111111111111" })).toBe("no_such_issuer");
    expect(await decline({ expMonth: 5, expYear: 2026 })).toBe("expired_card");
  });

  test("are read back as scheme, country and scenario", () => {
    for (const { scenario } of cardTable) {
      expect(readTestNumber(testNumber("visa", "840", scenario))).toEqual({ brand: "visa", country: "840", scenario });
    }
  });
});

describe("approvals", () => {
  test("001 is captured at once and notified", async () => {
    const answer = await bench.pay("001");
    expect(answer.body).toMatchObject({ status: "captured", capturedAmount: 10_000, createTime: start });
    await bench.advance(0);
    expect(typesAbout(answer.body.id)).toEqual(["payment.captured"]);
  });

  test("002 answers after 8 s on the simulator's clock", async () => {
    let isAnswered = false;
    const answer = bench.pay("002", { reference: "LATE" }).finally(() => {
      isAnswered = true;
    });
    await expect.poll(() => bench.byReference("LATE")).toHaveLength(1);
    await bench.advance(7);
    expect(isAnswered).toBe(false);
    await bench.advance(1);
    expect((await answer).body.status).toBe("captured");
  });

  test("003 is pending until its success after 60 s", async () => {
    const answer = await bench.pay("003");
    expect(answer.body.status).toBe("pending");
    await bench.advance(59);
    expect((await again(answer)).status).toBe("pending");
    await bench.advance(1);
    expect((await again(answer)).status).toBe("captured");
    expect(typesAbout(answer.body.id)).toEqual(["payment.pending", "payment.captured"]);
  });

  test("004 is authorised, captured in part, and the rest is released", async () => {
    const answer = await bench.pay("004", { captureMethod: "manual" });
    expect(answer.body.status).toBe("authorized");
    const path = `/v1/payments/${answer.body.id}`;
    expect((await bench.post(`${path}/capture`, { amount: 10_001 })).body.error.code).toBe("invalid_amount");
    expect((await bench.post(`${path}/capture`, { amount: 4_000 })).body).toMatchObject({
      status: "captured",
      capturedAmount: 4_000,
    });
    expect((await bench.post(`${path}/capture`, { amount: 1 })).status).toBe(409);
  });

  test("an authorisation can be voided, and runs out after 7 days", async () => {
    const voided = await bench.pay("001", { captureMethod: "manual" });
    const forgotten = await bench.pay("001", { captureMethod: "manual" });
    expect((await bench.post(`/v1/payments/${voided.body.id}/void`, {})).body.status).toBe("voided");
    await bench.advance(7 * 86_400);
    expect((await again(forgotten)).status).toBe("expired");
  });

  test("115 is approved with AVS and CVC mismatch", async () => {
    const { body } = await bench.pay("115");
    expect(body).toMatchObject({ status: "captured", checks: { avs: "mismatch", cvc: "mismatch" } });
  });
});

describe("declines", () => {
  const plain = cardTable.filter(({ decline, unless }) => decline && !unless);

  test.each(plain.map(({ scenario, decline }) => [scenario, decline]))(
    "%s is declined %s",
    async (scenario, decline) => {
      const { status, body } = await bench.pay(scenario ?? "");
      expect({ status, code: body.declineCode, state: body.status }).toEqual({
        status: 200,
        code: decline,
        state: "declined",
      });
    },
  );

  test("102 is approved when another account tries the same reference", async () => {
    const request = bench.request("102");
    expect((await bench.post("/v1/payments", request)).body.declineCode).toBe("do_not_honor");
    expect((await bench.post("/v1/payments", request)).body.declineCode).toBe("do_not_honor");
    expect((await bench.post("/v1/payments", request, undefined, "sim_backup")).body.status).toBe("captured");
  });

  test("104 is approved when the CVC is 123", async () => {
    expect((await bench.pay("104")).body.declineCode).toBe("invalid_cvc");
    expect((await bench.pay("104", { card: bench.card("104", { cvc: "123" }) })).body.status).toBe("captured");
  });

  test("109 is approved up to 50 major units of any currency", async () => {
    expect((await bench.pay("109", { amount: 5_001 })).body.declineCode).toBe("exceeds_limit");
    expect((await bench.pay("109", { amount: 5_000 })).body.status).toBe("captured");
    expect((await bench.pay("109", { amount: 51, currency: "JPY" })).body.declineCode).toBe("exceeds_limit");
    expect((await bench.pay("109", { amount: 50, currency: "JPY" })).body.status).toBe("captured");
  });

  test("110 is approved at the third try of a reference", async () => {
    const request = bench.request("110");
    const states = [];
    for (let round = 0; round < 3; round += 1)
      states.push((await bench.post("/v1/payments", request)).body.declineCode);
    expect(states).toEqual(["issuer_unavailable", "issuer_unavailable", null]);
  });

  test("112 declines renewals and approves the first payment", async () => {
    expect((await bench.pay("112")).body.status).toBe("captured");
    expect((await bench.pay("112", { renewalOf: "CONSENT-1" })).body.declineCode).toBe("revoke_consent");
  });

  test("113 declines two renewals of a consent, then approves", async () => {
    expect((await bench.pay("113")).body.status).toBe("captured");
    const renew = async () => (await bench.pay("113", { renewalOf: "CONSENT-2" })).body.declineCode;
    expect([await renew(), await renew(), await renew()]).toEqual(["insufficient_funds", "insufficient_funds", null]);
  });
});

describe("3-D Secure", () => {
  const authenticate = (answer: Answer, code: string) =>
    bench.control("POST", `/payments/${answer.body.id}/authenticate`, { code });

  test("201 succeeds with any code but 0000", async () => {
    const good = await bench.pay("201");
    const bad = await bench.pay("201");
    expect(good.body).toMatchObject({ status: "requires_action", nextAction: { type: "redirect" } });
    expect((await authenticate(good, "4711")).body).toMatchObject({
      status: "captured",
      threeDs: { flow: "challenge", eci: "05", liabilityShift: true },
    });
    expect((await authenticate(bad, "0000")).body).toMatchObject({
      status: "declined",
      declineCode: "authentication_failed",
    });
  });

  test("202 shifts liability without a page, 204 does not shift it", async () => {
    expect((await bench.pay("202")).body).toMatchObject({
      status: "captured",
      threeDs: { flow: "frictionless", liabilityShift: true },
    });
    expect((await bench.pay("204")).body).toMatchObject({
      status: "captured",
      threeDs: { flow: "attempted", liabilityShift: false },
    });
  });

  test("203 is declined unless authentication is forced", async () => {
    expect((await bench.pay("203")).body.declineCode).toBe("authentication_required");
    const forced = await bench.pay("203", { threeDs: "force" });
    expect(forced.body.status).toBe("requires_action");
    expect((await authenticate(forced, "1")).body.status).toBe("captured");
  });

  test("what a payer who came back reserved outlives the page", async () => {
    const answer = await bench.pay("201", { captureMethod: "manual" });
    await authenticate(answer, "1");
    await bench.advance(16 * 60);
    expect((await again(answer)).status).toBe("authorized");
    await bench.advance(7 * 86_400);
    expect((await again(answer)).status).toBe("expired");
  });

  test("205 expires after 15 min, whatever is typed", async () => {
    const answer = await bench.pay("205");
    expect((await authenticate(answer, "1")).status).toBe(409);
    await bench.advance(15 * 60);
    expect(await again(answer)).toMatchObject({ status: "expired", declineCode: "authentication_abandoned" });
  });

  test("the page speaks three languages, loads nothing, and leads back to the shop", async () => {
    const answer = await bench.pay("201", { returnUrl: "http://127.0.0.1/shop?order=1", reference: "<b>&" });
    const url: string = answer.body.nextAction.url;
    const page = async (lang: string): Promise<string> => (await fetch(`${url}?lang=${lang}`)).text();
    expect(await page("en")).toContain("Every code works except 0000");
    expect(await page("zh-cn")).toContain("验证码");
    expect(await page("zh-hant")).toContain("驗證碼");
    expect(await page("en")).toContain("&lt;b&gt;&amp;");
    const shown = await fetch(url);
    expect(shown.headers.get("content-security-policy")).toContain("default-src 'none'");
    const sent = await fetch(url, { method: "POST", redirect: "manual", body: new URLSearchParams({ code: "123" }) });
    expect([sent.status, sent.headers.get("location")]).toEqual([303, "http://127.0.0.1/shop?order=1"]);
    expect((await again(answer)).status).toBe("captured");
    expect((await fetch(url)).status).toBe(404);
  });
});
