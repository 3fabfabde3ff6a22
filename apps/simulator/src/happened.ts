import { airwallexTransfer } from "./airwallex-funds-view.ts";
import {
  airwallexAttempt,
  airwallexDispute,
  airwallexEvents,
  airwallexIntent,
  airwallexRefund,
  instant,
} from "./airwallex-view.ts";
import type { Account, Dispute, Payment, Payout, Refund } from "./book.ts";
import { iso } from "./clock.ts";
import { disputeView, paymentView, payoutView, refundView } from "./native-view.ts";
import { type Dispatch, notify } from "./notifications.ts";
import type { World } from "./world.ts";

type Subject =
  | { readonly kind: "payment"; readonly item: Payment }
  | { readonly kind: "refund"; readonly item: Refund }
  | { readonly kind: "dispute"; readonly item: Dispute }
  | { readonly kind: "payout"; readonly item: Payout };

const accountOf = (world: World, id: string): Account => {
  const account = world.book.accounts.get(id);
  if (!account) throw new Error(`account ${id} is not in the book`);
  return account;
};

function nativeObject(subject: Subject): object {
  if (subject.kind === "payment") return paymentView(subject.item);
  if (subject.kind === "refund") return refundView(subject.item);
  if (subject.kind === "dispute") return disputeView(subject.item);
  return payoutView(subject.item);
}

function airwallexObject(world: World, subject: Subject, isOfAttempt: boolean): object {
  if (subject.kind === "payment") {
    if (isOfAttempt) return airwallexAttempt(subject.item);
    const intent = world.book.intents.get(subject.item.intentId ?? "");
    return intent ? airwallexIntent(world, intent) : nativeObject(subject);
  }
  if (subject.kind === "refund") return airwallexRefund(world, subject.item);
  if (subject.kind === "dispute") return airwallexDispute(world, subject.item);
  return airwallexTransfer(subject.item);
}

/** Marks the object as changed now and notifies its account in the account's wire, as the object is at this moment. */
export function happened(world: World, subject: Subject, what: string, dispatch: Dispatch = {}): void {
  const { item, kind } = subject;
  const now = world.clock.now();
  item.updatedAt = now;
  item.sequence += 1;
  const account = accountOf(world, item.accountId);
  const type = `${kind}.${what}`;
  if (account.face === "airwallex") {
    for (const { name, isOfAttempt } of airwallexEvents(type, subject.kind === "payment" ? subject.item : null)) {
      const object = airwallexObject(world, subject, isOfAttempt);
      const body = (id: string): string =>
        JSON.stringify({
          id,
          name,
          account_id: account.id,
          // Events of payouts hold the object in `data` itself.
          data: kind === "payout" ? object : { object },
          created_at: instant(now),
          version: "2024-08-07",
        });
      notify(world, account, item.id, { type: name, body }, dispatch);
    }
    return;
  }
  const object = nativeObject(subject);
  const { id: objectNo, sequence: objectSeq } = item;
  const body = (id: string): string =>
    JSON.stringify({ id, type, createdAt: iso(now), account: account.id, objectNo, objectSeq, data: { object } });
  notify(world, account, item.id, { type, body }, dispatch);
}
