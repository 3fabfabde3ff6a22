import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type Answer, type Bench, buildBench, buildReceiver } from "./bench.ts";

const daySeconds = 86_400;
let bench: Bench;
let receiver: Awaited<ReturnType<typeof buildReceiver>>;
beforeEach(async () => {
  bench = await buildBench();
  receiver = await buildReceiver();
  await bench.configure("sim_main", { webhookUrl: receiver.url });
});
afterEach(async () => {
  await bench.stop();
  await receiver.stop();
});

const disputeTypes = (): string[] => receiver.types().filter((type) => /^(dispute|fraud)\./.test(type));
const onlyDispute = async (): Promise<Answer["body"]> => (await bench.get("/v1/disputes")).body.data[0];
const defend = async (items: number) =>
  bench.post(`/v1/disputes/${(await onlyDispute()).id}/evidence`, {
    items: Array.from({ length: items }, () => ({ type: "delivery", text: "signed for" })),
  });

describe("disputes", () => {
  test("301 is a fraud chargeback after a day, lost when nobody answers", async () => {
    await bench.pay("301");
    await bench.advance(daySeconds);
    expect(await onlyDispute()).toMatchObject({ stage: "chargeback", reasonCode: "10.4", amount: 10_000 });
    await bench.advance(18 * daySeconds);
    expect(disputeTypes()).toEqual(["dispute.chargeback", "dispute.lost"]);
  });

  test("302 is an inquiry that escalates unless it is answered", async () => {
    await bench.pay("302");
    await bench.advance(2 * daySeconds);
    expect((await onlyDispute()).stage).toBe("inquiry");
    await bench.advance(7 * daySeconds);
    expect(disputeTypes()).toEqual(["dispute.opened", "dispute.chargeback"]);
  });

  test("303 is won with two items of evidence and lost with one", async () => {
    for (const [items, outcome] of [
      [2, "won"],
      [1, "lost"],
    ] as const) {
      await bench.pay("303");
      await bench.advance(daySeconds);
      await defend(items);
      await bench.advance(5 * daySeconds);
      expect((await onlyDispute()).status).toBe(outcome);
    }
  });

  test("304 loses, 308 is withdrawn, 306 disputes 40 %, 307 only warns", async () => {
    await bench.pay("304");
    await bench.advance(daySeconds);
    await defend(5);
    await bench.advance(5 * daySeconds);
    expect((await onlyDispute()).status).toBe("lost");
    await bench.pay("308");
    await bench.advance(4 * daySeconds);
    expect((await onlyDispute()).status).toBe("withdrawn");
    await bench.pay("306");
    await bench.advance(daySeconds);
    expect((await onlyDispute()).amount).toBe(4_000);
    receiver.received.length = 0;
    await bench.pay("307");
    await bench.advance(daySeconds);
    expect(disputeTypes()).toEqual(["fraud.notified"]);
  });

  test("305 is won, reopened and lost", async () => {
    await bench.pay("305");
    await bench.advance(daySeconds);
    await defend(2);
    await bench.advance(15 * daySeconds);
    expect(await onlyDispute()).toMatchObject({ stage: "pre_arbitration", status: "needs_response" });
    await defend(2);
    await bench.advance(5 * daySeconds);
    expect(disputeTypes().filter((type) => type !== "dispute.challenged")).toEqual([
      "dispute.chargeback",
      "dispute.won",
      "dispute.pre_arbitration",
      "dispute.lost",
    ]);
  });

  test("can be opened, accepted and ruled by test calls", async () => {
    const { body } = await bench.pay("001");
    const opened = await bench.control("POST", `/payments/${body.id}/dispute`, { reasonCode: "13.3", amount: 700 });
    expect((await bench.control("POST", `/disputes/${opened.body.id}/rule`, { outcome: "won" })).body.status).toBe(
      "won",
    );
    const second = await bench.control("POST", `/payments/${body.id}/dispute`, {});
    expect((await bench.post(`/v1/disputes/${second.body.id}/accept`, {})).body.status).toBe("accepted");
  });
});

describe("refunds", () => {
  const after = async (scenario: string, seconds: number): Promise<string> => {
    const { body } = await bench.pay(scenario);
    const refund = await bench.post("/v1/refunds", { paymentId: body.id, reference: `R-${scenario}`, amount: 100 });
    await bench.advance(seconds);
    return (await bench.get(`/v1/refunds/${refund.body.id}`)).body.status;
  };

  test("succeed, late (401), never (402), or bounce (403)", async () => {
    expect(await after("001", 5)).toBe("succeeded");
    expect(await after("401", 3_599)).toBe("processing");
    expect(await after("401", 3_600)).toBe("succeeded");
    expect(await after("402", 5)).toBe("failed");
    expect(await after("403", 5)).toBe("succeeded");
    expect(await after("403", 5 + 2 * daySeconds)).toBe("reversed");
  });

  test("never exceed what was captured", async () => {
    const { body } = await bench.pay("001");
    const refund = (amount: number) => bench.post("/v1/refunds", { paymentId: body.id, reference: "R", amount });
    expect((await refund(6_000)).status).toBe(200);
    expect((await refund(4_001)).body.error.code).toBe("refund_amount_exceeded");
    expect((await refund(4_000)).status).toBe(200);
  });
});

describe("payouts", () => {
  const payOut = (ending: string) =>
    bench.post("/v1/payouts", {
      reference: `P-${ending}`,
      amount: 500,
      currency: "EUR",
      beneficiary: `DE0000${ending}`,
    });
  const statusOf = async (ending: string): Promise<string | undefined> =>
    (await bench.get(`/v1/payouts?reference=P-${ending}`)).body.data[0]?.status;

  test("end as the beneficiary's account says", async () => {
    for (const ending of ["01", "02", "03", "06"]) await payOut(ending);
    await expect(payOut("04")).rejects.toThrow();
    await expect(payOut("05")).rejects.toThrow();
    await bench.advance(3_600);
    const states = async () => Promise.all(["01", "02", "03", "04", "05", "06"].map(statusOf));
    expect(await states()).toEqual(["paid", "failed", "paid", "paid", undefined, "processing"]);
    await bench.advance(2 * daySeconds);
    expect(await statusOf("03")).toBe("returned");
  });
});

describe("methods without a card", () => {
  const pay = (method: string, rest: object = {}) => bench.pay("001", { method, card: null, ...rest });
  const statusOf = async (answer: Answer): Promise<string> =>
    (await bench.get(`/v1/payments/${answer.body.id}`)).body.status;

  test("the wallet redirects to a page; cancelling there declines", async () => {
    const answer = await pay("sim_wallet");
    await fetch(answer.body.nextAction.url, { method: "POST", body: new URLSearchParams({ code: "0000" }) });
    expect((await bench.get(`/v1/payments/${answer.body.id}`)).body.declineCode).toBe("payer_canceled");
  });

  test("the QR code is paid by a test call, the voucher within 3 days", async () => {
    const qr = await pay("sim_qr");
    expect(qr.body.nextAction).toMatchObject({ type: "qr", data: `qr:${qr.body.id}` });
    expect((await bench.control("POST", `/payments/${qr.body.id}/pay`)).body.status).toBe("captured");
    const [paid, forgotten] = [await pay("sim_voucher"), await pay("sim_voucher")];
    await bench.advance(3 * daySeconds - 1);
    await bench.control("POST", `/payments/${paid.body.id}/pay`);
    await bench.advance(1);
    expect([await statusOf(paid), await statusOf(forgotten)]).toEqual(["captured", "expired"]);
  });

  test("the debit succeeds after 2 days; an account ending in 13 bounces 10 days later", async () => {
    const answer = await pay("sim_debit", { debitAccount: "DE00000013" });
    await bench.advance(2 * daySeconds);
    expect(await statusOf(answer)).toBe("captured");
    await bench.advance(10 * daySeconds);
    expect(await statusOf(answer)).toBe("reversed");
  });
});

describe("settlement files", () => {
  const rowsOf = async (batchNo: number): Promise<Record<string, string>[]> => {
    const text = String((await bench.get(`/v1/settlements/${batchNo}`)).body);
    const [head = [], ...rows] = text
      .trimEnd()
      .split("\r\n")
      .map((row) => row.split(","));
    return rows.map((row) => Object.fromEntries(head.map((name, place) => [name, row[place] ?? ""])));
  };
  const cents = (text: string | undefined): number => Number((text || "0").replace(".", ""));

  test("come every midnight, one for each currency, and sum to zero with the payout", async () => {
    await bench.pay("001");
    await bench.pay("301");
    await bench.pay("001", { currency: "JPY" });
    await bench.advance(2 * daySeconds);
    const files = (await bench.get("/v1/settlements")).body.data;
    expect(files.map(({ batchNo, currency }: { batchNo: number; currency: string }) => [batchNo, currency])).toEqual([
      [1, "JPY"],
      [2, "USD"],
      [3, "USD"],
    ]);
    expect((await rowsOf(2)).map(({ type }) => type)).toEqual(["Settled", "Settled", "MerchantPayout"]);
    expect((await rowsOf(3)).map(({ type }) => type)).toEqual(["Chargeback", "Fee", "MerchantPayout"]);
    for (const batchNo of [1, 2, 3]) {
      const rows = await rowsOf(batchNo);
      expect(rows.reduce((sum, { netCredit, netDebit }) => sum + cents(netCredit) - cents(netDebit), 0)).toBe(0);
    }
    expect((await rowsOf(2))[0]).toMatchObject({ grossCredit: "100.00", netCredit: "98.58", paymentMethod: "visa" });
  });

  test("contain the mistakes they are told to", async () => {
    const settled = async (anomaly: string): Promise<Record<string, string>[]> => {
      await bench.pay("001");
      await bench.pay("001");
      const { body } = await bench.control("POST", "/accounts/sim_main/settlements", { anomalies: [anomaly] });
      expect(body.data).toHaveLength(anomaly === "duplicate_file" ? 2 : 1);
      return (await rowsOf(body.data[0].batchNo)).filter(({ type }) => type === "Settled");
    };
    expect(await settled("missing_line")).toHaveLength(1);
    expect(await settled("extra_line")).toHaveLength(3);
    expect(await settled("duplicate_line")).toHaveLength(3);
    expect((await settled("amount_up")).map(({ grossCredit }) => grossCredit)).toContain("100.01");
    expect((await settled("amount_down")).map(({ grossCredit }) => grossCredit)).toContain("99.99");
    expect((await settled("fee_change")).map(({ schemeFee }) => schemeFee)).toContain("0.13");
    expect((await settled("wrong_currency")).map(({ grossCurrency }) => grossCurrency)).toContain("EUR");
    expect((await settled("shifted_date")).map(({ creationDate }) => creationDate?.slice(0, 10))).toContain(
      "2026-05-30",
    );
    expect(await settled("duplicate_file")).toHaveLength(2);
  });
});
