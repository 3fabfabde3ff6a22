import { paymentDue } from "@countinghouse/contract/payments/payment-due/payment-due.ts";
import { money } from "@countinghouse/money/money.ts";
import { applyNotification } from "../src/modules/payments/order-follow-up/index.ts";
import { actor, type TestClient } from "./app.ts";
import { setSetting } from "./attack/visitor.ts";
import { capturedReport } from "./captured-report.ts";
import type { OrderStage } from "./order-stage.ts";

type Order = Awaited<ReturnType<OrderStage["pay"]>>;

/** People who decide about unapplied payments on a stage, and gateways that take what was not asked for. */
export function duesOn(at: () => OrderStage) {
  const person = (userId: number): TestClient => {
    const { app, place } = at();
    return app.as(actor({ ...place, userId, realName: `Person ${userId}`, provenAt: app.clock.now() }));
  };
  const dueOf = async (order: Order) => {
    const { items } = await person(101).call(paymentDue, "page", { mode: "test", orderNo: order.orderNo });
    const [due] = items;
    if (!due) throw new Error(`${order.orderNo} has no due`);
    return due;
  };
  /** Tells what the gateway took of the payment of an order; answers the number of that payment. */
  const tell = async (order: Order, minor: number, code = "USD") => {
    const stage = at();
    const [attempt] = (await stage.attempts(order)) as never as readonly [
      { readonly attemptNo: string; readonly upstreamAttemptId: string },
    ];
    const { attemptNo, upstreamAttemptId } = attempt;
    const now = stage.node.clock.now();
    const outcome = { ...capturedReport(money(BigInt(minor), code), now), upstreamAttemptId };
    const { merchantId } = stage;
    await applyNotification(stage.node, {
      gatewayAccountId: stage.accounts.main,
      eventId: "evt",
      eventType: "payment.captured",
      occurredAt: now.toISOString(),
      facts: [{ subject: "payment", orderNo: order.orderNo, attemptNo, merchantId, upstreamSeq: 1, outcome }],
    });
    return upstreamAttemptId;
  };
  /** An order of which the gateway took another amount than was asked for. */
  const wrong = async (minor: number, code = "USD") => {
    const order = await at().pay("506");
    return { order, payment: await tell(order, minor, code), due: await dueOf(order) };
  };
  const limit = (usd: number) => setSetting(at().app, "payment_due_approval_above", String(usd));
  return { person, dueOf, tell, wrong, limit };
}
