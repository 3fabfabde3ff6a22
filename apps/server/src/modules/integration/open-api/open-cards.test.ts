import { randomUUID } from "node:crypto";
import { locales } from "@countinghouse/contract/kit/locale.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { deliver } from "../../../../test/open-caller.ts";
import { buildStageShop } from "../../../../test/open-shop.ts";
import { buildOrderStage, type OrderStage } from "../../../../test/order-stage.ts";
import { unique } from "../../../../test/people.ts";
import { testCard } from "../../../../test/simulator.ts";

let stage: OrderStage;
let publishableKey = "";
beforeAll(async () => {
  stage = await buildOrderStage();
  ({ publishableKey } = await buildStageShop(stage));
});
afterAll(() => stage?.close());

const { number } = testCard("001");
const good = { number, expiryMonth: 12, expiryYear: 2030, cvc: "321" };
const path = "paymentMethod.card";

const digits = "Send the 12 to 19 digits of the card number, without spaces.";
const noCard =
  "This is no card number of a scheme that we know: send its 12 to 19 digits, the last of which is a check digit.";
const month = "Send a whole number from 1 to 12.";
const year = "Send a whole number from 2000 to 2100.";
const over = "The expiry is not right or has passed. Send a month from 1 to 12 and a year of four digits.";
const code = "Send the 3 or 4 digits of the security code.";

type Fault = readonly [what: string, card: object | null | undefined, status: number, param: string, message: string];

/** Every invalid card field, with the field reported and the message. */
const faults: readonly Fault[] = [
  [
    "no card",
    undefined,
    422,
    path,
    "The card is missing. Send paymentMethod.card with number, expiryMonth and expiryYear.",
  ],
  ["null", null, 400, path, `${path} is not right. Send an object with the fields that the documents list.`],
  ["no number", { number: undefined }, 400, `${path}.number`, `${path}.number is missing. ${digits}`],
  [
    "a number with spaces",
    { number: "4008 4000 1000 0004" },
    400,
    `${path}.number`,
    `${path}.number is not right. ${digits}`,
  ],
  ["a number too short", { number: "40084000100" }, 400, `${path}.number`, `${path}.number is not right. ${digits}`],
  [
    "a number that is none",
    { number: 4008400010000004 },
    400,
    `${path}.number`,
    `${path}.number is not right. ${digits}`,
  ],
  ["a wrong check digit", { number: "4008400010000005" }, 422, `${path}.number`, noCard],
  ["a number of no scheme", { number: "9999999999999995" }, 422, `${path}.number`, noCard],
  ["no month", { expiryMonth: undefined }, 400, `${path}.expiryMonth`, `${path}.expiryMonth is missing. ${month}`],
  ["month 0", { expiryMonth: 0 }, 400, `${path}.expiryMonth`, `${path}.expiryMonth is not right. ${month}`],
  ["month 13", { expiryMonth: 13 }, 400, `${path}.expiryMonth`, `${path}.expiryMonth is not right. ${month}`],
  ["a month as text", { expiryMonth: "12" }, 400, `${path}.expiryMonth`, `${path}.expiryMonth is not right. ${month}`],
  ["no year", { expiryYear: undefined }, 400, `${path}.expiryYear`, `${path}.expiryYear is missing. ${year}`],
  ["a year of two digits", { expiryYear: 30 }, 400, `${path}.expiryYear`, `${path}.expiryYear is not right. ${year}`],
  ["an expiry that has passed", { expiryYear: 2020 }, 422, `${path}.expiryYear`, over],
  ["a code of two digits", { cvc: "12" }, 400, `${path}.cvc`, `${path}.cvc is not right. ${code}`],
  ["a code with a letter", { cvc: "12a" }, 400, `${path}.cvc`, `${path}.cvc is not right. ${code}`],
  ["a code that is a number", { cvc: 321 }, 400, `${path}.cvc`, `${path}.cvc is not right. ${code}`],
  [
    "an empty name",
    { holderName: "" },
    400,
    `${path}.holderName`,
    `${path}.holderName is not right. Send a text of 1 to 100 characters, without control characters.`,
  ],
  [
    "a field that there is not",
    { pin: "1234" },
    400,
    `${path}.pin`,
    `${path}.pin is not a field of this call. Leave it out; the documents list the fields there are.`,
  ],
];

const methodOf = (card: Fault[1]) => ({ code: "card", card: card && { ...good, ...card } });
const order = (parts: object = {}) => ({
  merchantOrderNo: unique("C-"),
  amount: 10_000,
  currency: "USD",
  payer: { email: "ada@example.com" },
  ip: "203.0.113.7",
  ...parts,
});
const pay = (card: Fault[1], headers: Record<string, string> = {}) =>
  stage.shop.send("POST", "/v1/orders", { body: order({ paymentMethod: methodOf(card) }), headers });

const counted = async () => {
  const { attempts } = await stage.app.platform.db
    .selectFrom("paymentAttempts")
    .select((eb) => eb.fn.countAll<string>().as("attempts"))
    .executeTakeFirstOrThrow();
  return attempts;
};

describe("a card that cannot be one", () => {
  test.each(faults)(
    "(%s) is refused with the field and what to send, at every door",
    async (_what, card, status, param, message) => {
      const before = await counted();
      const { body: made } = await stage.shop.send("POST", "/v1/orders", { body: order() });
      const confirm = `/v1/orders/${made.orderNo}/confirm`;
      const body = { paymentMethod: methodOf(card) };
      const answers = [
        await pay(card),
        await stage.shop.send("POST", confirm, { body }),
        await deliver(stage.app.server, {
          method: "POST",
          url: confirm,
          headers: {
            authorization: `Bearer ${made.clientToken}`,
            "x-app-key": publishableKey,
            "content-type": "application/json",
            "idempotency-key": randomUUID(),
          },
          payload: JSON.stringify(body),
          remoteAddress: "203.0.113.8",
        }),
      ];
      for (const answer of answers) {
        expect(answer.body).toMatchObject({ code: status, param, message, params: [{ param, message }] });
        expect(answer.body.bizCode).toBe(status === 422 ? "card_malformed" : "validation_failed");
        // No card data is quoted, whatever was wrong with it.
        const { requestId: _ours, ...told } = answer.body;
        expect(JSON.stringify(told)).not.toMatch(/\d{6,}|"(12|321|12a|1234)"/);
      }
      expect(await counted()).toBe(before);
    },
  );

  test.each(locales)("is told so in %s", async (locale) => {
    const told = new Set<string>();
    for (const [, card] of faults) {
      const { body } = await pay(card, { "accept-language": locale });
      expect(body.message).not.toMatch(/documented|undefined|\{|接口文档所要求|API 文件所要求/);
      if (locale !== "en") expect(body.message).toMatch(/[\u4e00-\u9fff]/);
      told.add(body.message);
    }
    expect(told.size).toBeGreaterThan(12);
  });
});
