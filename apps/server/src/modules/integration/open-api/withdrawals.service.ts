import type { OpenFxQuoteView } from "@countinghouse/contract/integration/open-api/open-fx-quote.ts";
import { Refusal, refuse } from "@countinghouse/contract/kit/refusal.ts";
import { currency } from "@countinghouse/money/currency.ts";
import { installationKeys } from "../../../platform/crypto/installation-keys.ts";
import {
  type CashoutRow,
  cancelCashout,
  cashoutByNo,
  cashoutObject,
  quoteCashout,
  requestCashout,
} from "../../funds/cashout/index.ts";
import { payoutAccountObject } from "../../funds/payout-account/index.ts";
import { type FxQuoteRow, readQuote } from "../../merchants/merchant-account-cfg/index.ts";
import type { OrderNode } from "../../payments/order-processing/index.ts";
import { decodeCursor, pageFrom } from "./cursor.wire.ts";
import type { OpenCall, OpenHandlers, ShowBoundObject } from "./open-call.service.ts";
import { listPayees, listWithdrawals, payeeById, withdrawalById } from "./withdrawals.store.ts";

type WithdrawalNames =
  | "createWithdrawal"
  | "listWithdrawals"
  | "getWithdrawal"
  | "cancelWithdrawal"
  | "createFxQuote"
  | "getFxQuote"
  | "listPayoutAccounts"
  | "getPayoutAccount";

/** The merchant's withdrawal with a number in the key's mode; any other is not found. */
async function withdrawalOf({ reading, app: { merchantId, mode } }: OpenCall, cashoutNo: string): Promise<CashoutRow> {
  const found = await cashoutByNo(reading.db, { merchantId, mode, cashoutNo });
  if (!found) throw refuse("openApi.notFound", { what: "withdrawal" });
  return found;
}

async function quoteOf({ reading, app: { merchantId, mode } }: OpenCall, id: string): Promise<OpenFxQuoteView> {
  const found = await readQuote(reading, { merchantId, id });
  if (found?.mode !== mode) throw refuse("openApi.notFound", { what: "quote" });
  return quoteObject(found);
}

const quoteObject = (row: FxQuoteRow): OpenFxQuoteView => ({
  quoteId: row.id,
  sellCurrency: currency(row.baseCurrency),
  sellAmount: Number(row.baseAmount),
  buyCurrency: currency(row.quoteCurrency),
  buyAmount: Number(row.quoteAmount),
  midRate: row.mid,
  midAmount: Number(row.midAmount),
  rate: row.rate,
  createTime: row.createTime,
  expireTime: row.expireTime,
  usedTime: row.useTime,
});

/** A request in the withdrawal module's terms. */
const askedOf = (
  { app: { mode } }: OpenCall,
  asked: { readonly amount: number; readonly currency: string; readonly payoutAccountId: string },
) => ({ ...asked, mode, amount: String(asked.amount), currency: currency(asked.currency) });

const amountsOfRefusal = ["withdrawable", "min", "max", "step"] as const;

/** Amounts in a refusal, in this API's format. An absent maximum is omitted. */
export async function withOpenAmounts<R>(work: () => Promise<R>): Promise<R> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Refusal) || !error.code.endsWith(".amountInvalid")) throw error;
    const told = amountsOfRefusal.flatMap((name) => {
      const amount = error.extras[name];
      return typeof amount === "string" ? [[name, Number(amount)]] : [];
    });
    const others = Object.entries(error.extras).filter(([name]) => !amountsOfRefusal.some((one) => one === name));
    throw refuse(error.code, {}, { extras: Object.fromEntries([...others, ...told]) });
  }
}

/** Handlers of withdrawals, rates and payout accounts. */
export const withdrawalHandlers = (node: OrderNode): Pick<OpenHandlers, WithdrawalNames> => {
  const ring = () => installationKeys(node.platform.secret).ring;
  return {
    createWithdrawal: (call, { body: { amount, ...body } }) =>
      withOpenAmounts(() =>
        call.change({ amount, ...body }, async (ctx) => {
          const { keyId: key, secretMakers: makers } = call.app;
          const row = await requestCashout(ctx, ring, {
            ...body,
            ...askedOf(call, { amount, ...body }),
            app: { key, makers },
          });
          await call.bind(ctx, row.id);
          return cashoutObject(row);
        }),
      ),

    listWithdrawals: async ({ reading, app: { merchantId, mode } }, { query: { limit, cursor, ...filter } }) => {
      const list = { name: "withdrawals", filter };
      const after = decodeCursor(cursor, list);
      const rows = await listWithdrawals(reading, { ...filter, merchantId, mode, limit, after });
      return pageFrom(rows, limit, {
        list,
        position: ({ applyTime: time, id }) => ({ time, id }),
        view: cashoutObject,
      });
    },

    getWithdrawal: async (call, { params: { withdrawalNo } }) => cashoutObject(await withdrawalOf(call, withdrawalNo)),

    cancelWithdrawal: async (call, { params: { withdrawalNo } }) => {
      const row = await withdrawalOf(call, withdrawalNo);
      return call.change({ withdrawalNo }, async (ctx) => {
        const canceled = await cancelCashout(ctx, row);
        await call.bind(ctx, canceled.id);
        return cashoutObject(canceled);
      });
    },

    createFxQuote: async (call, { body: { amount, ...body } }) => {
      const quoteId = await withOpenAmounts(() =>
        call.transact(async (ctx) => {
          const quoted = await quoteCashout(ctx, askedOf(call, { amount, ...body }));
          if (quoted.quoteId === null) throw refuse("openApi.nothingToExchange");
          await call.bind(ctx, quoted.quoteId);
          return quoted.quoteId;
        }),
      );
      return quoteOf(call, quoteId);
    },

    getFxQuote: (call, { params: { quoteId } }) => quoteOf(call, quoteId),

    listPayoutAccounts: async ({ reading, app: { merchantId, mode } }, { query: { limit, cursor, ...filter } }) => {
      const list = { name: "payoutAccounts", filter };
      const rows = await listPayees(reading, { ...filter, merchantId, mode, limit, after: decodeCursor(cursor, list) });
      return pageFrom(rows, limit, {
        list,
        position: ({ createTime: time, id }) => ({ time, id }),
        view: payoutAccountObject,
      });
    },

    getPayoutAccount: async ({ reading, app }, { params: { id } }) => {
      const found = await payeeById(reading, app, id);
      if (!found) throw refuse("openApi.notFound", { what: "account" });
      return payoutAccountObject(found);
    },
  };
};

const showWithdrawal: ShowBoundObject = async ({ reading, app }, objectId) => {
  const found = await withdrawalById(reading, app.merchantId, objectId);
  if (!found) throw refuse("openApi.notFound", { what: "withdrawal" });
  return cashoutObject(found);
};

/** A repeated request shows the withdrawal or rate it created, in its current state. */
export const withdrawalShows = {
  createWithdrawal: showWithdrawal,
  cancelWithdrawal: showWithdrawal,
  createFxQuote: quoteOf as ShowBoundObject,
};
