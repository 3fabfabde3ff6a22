import { money } from "@countinghouse/money/money.ts";
import { describe, expect, test } from "vitest";
import type { IncomingNotification } from "../../src/modules/gateways/connector/index.ts";
import { testPayment } from "../simulator.ts";
import { referenceOf, there } from "./payments.ts";
import { type Known, type Provider, type ProviderWire, webhookSecret } from "./provider.ts";

const now = new Date("2026-06-01T00:00:00Z");

/** What the provider says unasked. */
export function notifications(wire: ProviderWire, provider: () => Provider): void {
  const { connector } = wire;
  const incoming = (known: Known, secret = webhookSecret, change = (body: string) => body): IncomingNotification => {
    const { headers, body } = wire.notification(known, { secret, at: now });
    return { headers, rawBody: Buffer.from(change(body)), now, isProven: false };
  };
  const read = (notification: IncomingNotification, changes = {}) =>
    connector.readNotification(provider().account(changes), notification);

  describe("readNotification", () => {
    test.each(["captured", "authorized", "pending", "voided"] as const)("tells of a payment that is %s", (state) => {
      const call = testPayment("001");
      expect(read(incoming({ payment: there(call, state) }))).toMatchObject({
        eventId: expect.any(String),
        occurredAt: expect.stringMatching(/Z$/),
        facts: [{ subject: "payment", orderNo: call.orderNo, outcome: { kind: state, amount: call.amount } }],
      });
    });

    test("tells the same as the answer to the call did", async () => {
      const call = testPayment("001");
      provider().known = { payment: there(call) };
      const { exchanges: _, ...facts } = await connector.pay(provider().account(), call);
      expect(read(incoming({ payment: there(call) }))).toMatchObject({ facts: [{ outcome: facts }] });
    });

    test("tells of a refund by our number", () => {
      const call = testPayment("001");
      const amount = money(4_001n, "USD");
      const refund = { ...referenceOf(call), amount, refundNo: "RF-1", reason: null };
      expect(read(incoming({ payment: there(call), refund: { state: "succeeded", call: refund } }))).toMatchObject({
        facts: [{ subject: "refund", refundNo: "RF-1", outcome: { kind: "succeeded", amount } }],
      });
    });

    test("believes nothing that was not signed by the account's secret, byte for byte", () => {
      const known: Known = { payment: there(testPayment("001")) };
      const good = incoming(known);
      expect(read(good)).toMatchObject({ eventId: expect.any(String) });
      const refused = [
        { ...good, headers: {} },
        incoming(known, "whsec_of_another_account"),
        incoming(known, webhookSecret, (body) => ` ${body}`),
        {
          ...good,
          headers: Object.fromEntries(Object.entries(good.headers).map(([name, value]) => [name, [value, value]])),
        },
      ] as readonly IncomingNotification[];
      for (const one of refused) expect(read(one)).toBe("invalid_signature");
      expect(read(good, { webhookSecret: null })).toBe("invalid_signature");
      expect(read({ ...good, headers: {}, isProven: true })).toMatchObject({ eventId: expect.any(String) });
    });

    test.each(["", "[]", "null", "{", '{"id":1}', "\uFEFF{}"])("throws nothing for %j", (body) => {
      expect(read({ headers: {}, rawBody: Buffer.from(body), now, isProven: true })).toBe("unparsable");
    });

    test("throws nothing for bytes that are no text", () => {
      const rawBody = Buffer.from([0x7b, 0xff, 0xfe, 0x7d]);
      expect(read({ headers: {}, rawBody, now, isProven: true })).toBe("unparsable");
    });
  });
}
