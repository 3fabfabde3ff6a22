import { refuse } from "@countinghouse/contract/kit/refusal.ts";
import { money } from "@countinghouse/money/money.ts";
import Fastify, { type FastifyInstance } from "fastify";
import { countTurns, makeClientToken } from "../src/modules/integration/open-api/index.ts";
import type { PayableOrder } from "../src/modules/payments/pay/pay.policy.ts";
import { servePayPage } from "../src/modules/payments/pay/pay.routes.ts";
import type { ChosenPayment, PayPageOrder } from "../src/modules/payments/pay/pay.service.ts";
import { installationKeys } from "../src/platform/crypto/installation-keys.ts";
import type { Runtime } from "../src/platform/http/open-context.ts";
import { buildTranslator } from "../src/platform/http/translate.ts";
import type { TestApp } from "./app.ts";

/** An order waiting to be paid. */
export const payableOrder = (parts: Partial<PayableOrder> = {}): PayableOrder => ({
  orderNo: "OR20261121ABCDEFGHJK",
  merchantOrderNo: "A-1001",
  merchantName: "Ada’s Tea & <Books>",
  isTakingPayments: true,
  brandColor: null,
  logoChecksum: null,
  mode: "test",
  status: "created",
  awaitingReason: null,
  amount: money(12_345n, "USD"),
  items: [
    { name: "First flush, 100 g", quantity: 2, amount: money(9_900n, "USD") },
    { name: "<img src=x onerror=alert(1)>", quantity: 1, amount: money(2_445n, "USD") },
  ],
  expireTime: "2026-11-21T10:30:00.000Z",
  returnUrl: "https://shop.example/thanks",
  cancelUrl: null,
  failureCode: null,
  paymentMethod: null,
  cardLast4: null,
  paidTime: null,
  action: null,
  ...parts,
});

/** A desk whose order a test sets, and which remembers what was asked of it. */
export interface FakeDesk extends PayPageOrder {
  order: PayableOrder;
  readonly asked: (ChosenPayment | "cancel" | "look")[];
  /** What happens when somebody pays. */
  onPay: (chosen: ChosenPayment) => void;
}

const methods = [
  { code: "card_visa", name: "Visa", category: "card" },
  { code: "card_mastercard", name: "Mastercard", category: "card" },
  { code: "sim_wallet", name: "Wallet", category: "wallet" },
  { code: "sim_qr", name: "QR", category: "wallet" },
];

export function fakeDesk(): FakeDesk {
  const desk: FakeDesk = {
    order: payableOrder(),
    asked: [],
    onPay: () => {},
    find: async ({ orderNo }) => (orderNo === desk.order.orderNo ? desk.order : undefined),
    logo: async () => undefined,
    methods: async () => methods,
    pay: async (_subject, chosen) => {
      desk.asked.push(chosen);
      desk.onPay(chosen);
    },
    cancel: async () => void desk.asked.push("cancel"),
    look: async () => void desk.asked.push("look"),
    backUrl: async (_subject, { returnUrl, status }) =>
      returnUrl === null ? null : `${returnUrl}?status=${status}&signature=s`,
  };
  return desk;
}

/** Refuses like the order does. */
export const refusing = (code: string) => () => {
  throw refuse(code, {}, { status: 409 });
};

/** The payment page alone, in front of a desk. */
export async function servePay(node: TestApp, desk: PayPageOrder): Promise<FastifyInstance> {
  const { platform, clock } = node;
  const spine: Runtime = {
    db: platform.db,
    standby: undefined,
    clock,
    translator: buildTranslator([]),
    seals: installationKeys(platform.secret).seals,
    deadlineMs: 30_000,
    enqueue: async () => {},
  };
  const server = Fastify({ trustProxy: true, routerOptions: { maxParamLength: 256 } }) as unknown as FastifyInstance;
  servePayPage(server, { platform, spine, turns: countTurns({ atOnce: 20, connections: 16 }), desk });
  await server.ready();
  return server;
}

/** The address of the page of the fake order. */
export const payPath = ({ platform, clock }: TestApp): string =>
  `/pay/${makeClientToken(platform, {
    merchantId: "mer_A",
    orderNo: "OR20261121ABCDEFGHJK",
    orderTime: clock.now().toISOString(),
  })}`;
