import type { CurrencyCode } from "@countinghouse/money/currency.ts";
import { later } from "./agenda.ts";
import type { Account, Payout } from "./book.ts";
import { day, hour } from "./clock.ts";
import { Fault } from "./fault.ts";
import { happened } from "./happened.ts";
import type { PaymentAnswer } from "./payment-request.ts";
import { countTry, newId, type World } from "./world.ts";

/** What a payout does by the last two digits of the beneficiary's account. The README's list is made from it. */
export const payoutTable = {
  "01": "paid after 1 h",
  "02": "fails after 1 h, account closed",
  "03": "paid after 1 h, returned by the bank 2 days later",
  "04": "first call gets no answer, but is executed; paid after 1 h",
  "05": "no answer; the payout does not exist",
  "06": "stays in processing",
} as const;

/** What is said of an account's name, by the last two digits of the account; of any other one that it matches. */
export const accountCheckTable = { "07": "mismatch", "08": "unknown" } as const;

/** Whether an account is of a name. */
export const checkAccountName = (beneficiary: string): "match" | "mismatch" | "unknown" =>
  accountCheckTable[beneficiary.slice(-2) as keyof typeof accountCheckTable] ?? "match";

export interface PayoutRequest {
  readonly reference: string;
  readonly amount: bigint;
  readonly currency: CurrencyCode;
  readonly beneficiary: string;
}

const balanceOf = ({ balances = [] }: Account, currency: CurrencyCode) =>
  balances.find((balance) => balance.currency === currency);

/** What an account has to pay out of in a currency; null where there is no end to it. */
export const availableFor = (account: Account, currency: CurrencyCode): bigint | null =>
  balanceOf(account, currency)?.amount ?? null;

/** Moves what an account has to pay out of, where that ends somewhere. */
function moveBalance(account: Account | undefined, { currency, amount }: Payout, sign: 1n | -1n): void {
  const balance = account && balanceOf(account, currency);
  if (balance) balance.amount += sign * amount;
}

const ending = ({ beneficiaryLast4 }: Payout): string => beneficiaryLast4.slice(-2);

/** Sends money out, as the beneficiary's account says; endings outside the table are paid as 01. */
export function payOut(world: World, account: Account, request: PayoutRequest): PaymentAnswer<Payout | null> {
  const beneficiaryLast4 = request.beneficiary.slice(-4);
  const plan = beneficiaryLast4.slice(-2);
  if (plan === "05") return { item: null, afterMs: account.hangMs, isDropped: true };
  const now = world.clock.now();
  const available = availableFor(account, request.currency);
  if (available !== null && request.amount > available)
    throw new Fault(422, "insufficient_balance", "The balance does not cover the payout.");
  const item: Payout = {
    id: newId(world, "pot"),
    accountId: account.id,
    reference: request.reference,
    amount: request.amount,
    currency: request.currency,
    beneficiaryLast4,
    createdAt: now,
    status: "processing",
    failureCode: null,
    updatedAt: now,
    sequence: 0,
  };
  world.book.payouts.set(item.id, item);
  moveBalance(account, item, -1n);
  happened(world, { kind: "payout", item }, "processing");
  if (plan !== "06") later(world, hour, "finishPayout", item.id, plan === "02" ? "failed" : "paid");
  const isDropped = plan === "04" && countTry(world, `payout ${account.id} ${request.reference}`) === 1;
  return { item, afterMs: isDropped ? account.hangMs : 0, isDropped };
}

/** The agenda's side of a payout. */
export function finishPayout(world: World, id: string, outcome: string): void {
  const item = world.book.payouts.get(id);
  if (!item || (outcome !== "paid" && outcome !== "failed" && outcome !== "returned")) return;
  if (item.status !== (outcome === "returned" ? "paid" : "processing")) return;
  item.status = outcome;
  item.failureCode = outcome === "paid" ? null : outcome === "failed" ? "account_closed" : "returned_by_bank";
  if (outcome !== "paid") moveBalance(world.book.accounts.get(item.accountId), item, 1n);
  happened(world, { kind: "payout", item }, outcome);
  if (outcome === "paid" && ending(item) === "03") later(world, 2 * day, "finishPayout", id, "returned");
}
