import { type EntryEvent, entryEvents } from "@countinghouse/ledger/entry.ts";
import { fromOpenInteger, toOpenInteger } from "@countinghouse/money/wire.ts";
import { balancesOf, expectedSettlements } from "../../funds/ledger/index.ts";
import { deviceOf, paymentMethodsFor } from "../../gateways/routing/index.ts";
import { mayBePaid, merchantFacts } from "../../payments/order-record/index.ts";
import { listMovements, positionOfMovement } from "./balances.store.ts";
import { decodeCursor, pageFrom } from "./cursor.wire.ts";
import type { OpenHandlers } from "./open-call.service.ts";

/** Names of balance components in the open API. */
const partOf = {
  pending: "pending",
  available: "available",
  reserve: "reserve",
  frozen: "frozen",
  in_transit: "inTransit",
} as const;

/** Cause of a balance movement. The tax on a fee is posted with the fee, as a movement of its own. */
const movementType = (event: EntryEvent, counter: string): string =>
  `${entryEvents[event]}${counter.startsWith("plt:tax_payable:") ? "_tax" : ""}`;

/** A merchant's balances, their movements, and exchange rates for payers. */
export const accountHandlers: Pick<OpenHandlers, "getBalances" | "listBalanceTransactions" | "listPaymentMethods"> = {
  getBalances: async ({ reading, app }) => {
    const { merchantId, mode: book } = app;
    const held = await balancesOf(reading, merchantId, book);
    const days = Map.groupBy(await expectedSettlements(reading, { merchantId, book }), ({ currency }) => currency);
    const byCurrency = new Map<string, Record<(typeof partOf)[keyof typeof partOf], number>>();
    for (const { currency, bucket, amount } of held) {
      const parts = byCurrency.get(currency) ?? { pending: 0, available: 0, reserve: 0, frozen: 0, inTransit: 0 };
      parts[partOf[bucket]] = toOpenInteger(amount);
      byCurrency.set(currency, parts);
    }
    const expectedIn = (currency: string) =>
      (days.get(currency) ?? []).map(({ dueDate, amount }) => ({ dueDate, amount: Number(amount) }));
    const data = [...byCurrency].map(([currency, parts]) => ({ currency, ...parts, expected: expectedIn(currency) }));
    return { data: data.sort((a, b) => (a.currency < b.currency ? -1 : 1)) };
  },

  listBalanceTransactions: async ({ reading, app }, { query: { limit, cursor, ...filter } }) => {
    const list = { name: "movements", filter };
    const after = decodeCursor(cursor, list);
    const { merchantId, mode: book } = app;
    const rows = await listMovements(reading, { ...filter, merchantId, book, limit, after });
    return pageFrom(rows, limit, {
      list,
      position: positionOfMovement,
      view: ({ journalId, leg, event, account, counter, currency, amount, orderNo, postedAt }) => ({
        id: `${journalId}_${leg}`,
        type: movementType(event as EntryEvent, counter),
        bucket: account.split(":")[2] ?? "",
        amount: Number(amount),
        currency,
        orderNo,
        createdAt: postedAt,
      }),
    });
  },

  listPaymentMethods: async ({ reading, app, now, request, isPayer }, { query: { amount, currency, country } }) => {
    const { merchantId, appId, mode } = app;
    const asked = {
      merchantId,
      appId,
      mode,
      amount: fromOpenInteger(amount, currency),
      country: country ?? null,
      device: isPayer ? deviceOf(request.userAgent) : null,
      at: now,
    };
    if (!mayBePaid(await merchantFacts(reading, merchantId), mode)) return { data: [] };
    const offered = await paymentMethodsFor(reading, asked);
    return {
      data: offered.map(({ method, label, category, flow }) => ({
        code: method,
        name: label[request.locale],
        category,
        flow,
      })),
    };
  },
};
