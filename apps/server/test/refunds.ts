import { orderRefund } from "@countinghouse/contract/payments/order-refund/order-refund.ts";
import { money } from "@countinghouse/money/money.ts";
import { checkBook } from "../src/modules/funds/ledger/ledger.verify.service.ts";
import { beginSending } from "../src/modules/payments/refund-processing/refund-call.service.ts";
import { applyRefund, type ReportedRefund } from "../src/modules/payments/refund-processing/refund-outcome.service.ts";
import type { RefundReportSource } from "../src/modules/payments/refund-processing/refund-verdict.policy.ts";
import { refOf } from "../src/modules/payments/refund-record/index.ts";
import { installationKeys } from "../src/platform/crypto/installation-keys.ts";
import { transact } from "../src/platform/db/transact.ts";
import { readSealKeys } from "../src/platform/seals/seal-keys.ts";
import { duesOn } from "./dues.ts";
import type { OrderStage } from "./order-stage.ts";

/**
 * What a look over the test book of a stage finds, but for journals that no job has sealed yet, and for rows that were found
 * wrong before: those of an earlier order are not this one's.
 */
export async function violationsOf({ app, merchantId }: OrderStage, before?: Set<string>): Promise<readonly string[]> {
  const keys = await readSealKeys(app.platform.db, installationKeys(app.platform.secret).ring);
  const { findings } = await checkBook(app.platform.db, { merchantId, book: "test" }, keys);
  return findings
    .filter(({ table }) => !["ledger_books", "ledger_seals", "ledger_heads"].includes(table))
    .filter(({ law, table, key, column }) => {
      const place = [law, table, key, column].join(" ");
      const isNew = !before?.has(place);
      before?.add(place);
      return isNew;
    })
    .map(({ law, table, column, expected, found }) => `${law} ${table}.${column}: ${expected} ${found}`);
}

type Order = Awaited<ReturnType<OrderStage["pay"]>>;

/** What a gateway says of a refund; in US dollars, and under the number of the refund that it made first, unless told. */
interface Said {
  readonly minor: bigint | null;
  readonly source?: RefundReportSource;
  readonly code?: string;
  readonly number?: string | null;
}

/** Refunds on a stage, and what their gateway says of them. */
export function refundsOn(at: () => OrderStage) {
  const operator = () => duesOn(at).person(101);
  const rowOf = (id: string) =>
    at().app.platform.db.selectFrom("orderRefunds").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
  const add = (order: Order, minor: number) =>
    operator().send(orderRefund, "add", { orderId: order.id, amount: String(minor), reason: "requested_by_customer" });
  return {
    rowOf,
    add,
    /** A refund of 40.00 of an order of 100.00. */
    refunded: async () => {
      const order = await at().pay("001");
      return { order, id: ((await add(order, 4_000)).result as { readonly id: string }).id };
    },
    say: async (
      id: string,
      kind: "succeeded" | "reversed" | "failed",
      { minor, source = "query", code = "USD", number = `up_${id}` }: Said,
    ): Promise<void> => {
      const ref = refOf(await rowOf(id));
      const told = { upstreamRefundId: number, arn: null, failureCode: null, exchanges: [] };
      const report = { ...told, kind, amount: minor === null ? null : money(minor, code) } as unknown as ReportedRefund;
      await transact(at().node, at().caller, async (ctx) => {
        await beginSending(ctx, ref, 60);
        return applyRefund(ctx, ref, report, source);
      });
    },
  };
}
