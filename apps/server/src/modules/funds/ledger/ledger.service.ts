import type { ledger } from "@countinghouse/contract/funds/ledger/ledger.ts";
import type { InputOf, ResultOf } from "@countinghouse/contract/kit/resource.ts";
import type { MerchantBucket } from "@countinghouse/ledger/account.ts";
import type { Book } from "@countinghouse/ledger/journal.ts";
import type { CurrencyCode } from "@countinghouse/money/currency.ts";
import type { Money } from "@countinghouse/money/money.ts";
import type { Context } from "../../../platform/http/context.ts";
import { merchantBalances, readJournal } from "./ledger.journal.store.ts";
import { type MerchantBook, reserveNumbers } from "./ledger.post.store.ts";
import { bookRow } from "./ledger.verify.store.ts";

type Operations = typeof ledger.operations;

/** A merchant's balance in one bucket and currency. */
export interface BucketBalance {
  readonly currency: CurrencyCode;
  readonly bucket: MerchantBucket;
  readonly amount: Money;
}

/** A merchant's present balances, by currency and bucket; unused buckets are left out. */
export async function balancesOf(
  ctx: Pick<Context, "db">,
  merchantId: string,
  book: Book,
): Promise<readonly BucketBalance[]> {
  const balances = await merchantBalances(ctx, merchantId, book);
  return balances.map(({ account: { currency, kind }, amount }) => ({
    currency,
    bucket: kind as MerchantBucket,
    amount,
  }));
}

/** {@link balancesOf}, with the book locked until the end of the transaction. */
export async function lockedBalances(
  ctx: Pick<Context, "db" | "now">,
  of: MerchantBook,
): Promise<readonly BucketBalance[]> {
  await reserveNumbers(ctx, of, 0);
  return balancesOf(ctx, of.merchantId, of.book);
}

/** Sequence number of a book's last journal; 0 where there is none. */
export const lastSeq = async ({ db }: Pick<Context, "db">, of: MerchantBook): Promise<number> =>
  (await bookRow(db, of))?.seq ?? 0;

export async function showJournal(
  ctx: Context,
  { merchantId, id }: InputOf<Operations["journal"]>,
): Promise<ResultOf<Operations["journal"]>> {
  const { row, postings } = await readJournal(ctx, merchantId, id);
  const legs = postings.flatMap(({ line, debitAccount, creditAccount, amount, currency, debitAfter, creditAfter }) => [
    { line, accountCode: debitAccount, direction: "debit" as const, amount, currency, balanceAfter: debitAfter },
    { line, accountCode: creditAccount, direction: "credit" as const, amount, currency, balanceAfter: creditAfter },
  ]);
  return { ...row, legs } as ResultOf<Operations["journal"]>;
}
