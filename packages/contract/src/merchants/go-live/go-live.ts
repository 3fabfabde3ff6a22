import { z } from "zod";
import { Flag, field, Instant } from "../../kit/field.ts";
import { command, query } from "../../kit/operation.ts";
import { defineResource } from "../../kit/resource.ts";
import { MerchantId } from "../merchant/merchant.ts";
import { goLiveMessages } from "./go-live.messages.ts";

/** What a merchant goes through until it takes live payments, in the order in which it is best done. */
export const goLiveItems = [
  "particulars",
  "owners",
  "terms",
  "fees",
  "binding",
  "checkout",
  "key",
  "approval",
  "testPayment",
] as const;
export type GoLiveItemName = (typeof goLiveItems)[number];

/** Where an item stands: there, on its way and waiting for somebody, or not there. */
export const goLiveStates = ["done", "waiting", "missing"] as const;
export type GoLiveState = (typeof goLiveStates)[number];

type Words = (typeof goLiveMessages)["en"];
/** What an item says about itself: a sentence of this resource's words, by name. */
export type GoLiveNote = Exclude<keyof Words["text"], GoLiveItemName>;

/** One item of the checklist, as the records say it at this moment. */
export const GoLiveItem = z.object({
  item: z.enum(goLiveItems),
  state: z.enum(goLiveStates),
  /** Whether the merchant cannot be activated without it. */
  isNeeded: Flag,
  note: field(z.string(), { kind: "code" }) as unknown as z.ZodType<GoLiveNote>,
  /** What the sentence is filled with, ready to be read. */
  values: z.record(z.string(), z.string()),
  /** The record that waits, or that the item is about; null where there is none. */
  recordId: field(z.string(), { kind: "id" }).nullable(),
  /** Whether the caller asked for what waits, so that somebody else has to decide. */
  isOwn: Flag,
});
export type GoLiveItem = z.output<typeof GoLiveItem>;

/** How a merchant stands on its way to live payments: read from the records each time, nothing of it is ticked by hand. */
export const GoLive = z.object({
  merchantId: MerchantId,
  readTime: Instant,
  items: z.array(GoLiveItem),
  /** The latest test payment of this page. */
  testOrderId: field(z.string(), { kind: "id" }).nullable(),
});
export type GoLive = z.output<typeof GoLive>;

/** What a merchant cannot be activated without and lacks so far; its approval has steps of its own. */
export const lackingOf = ({ items }: GoLive): readonly GoLiveItem[] =>
  items.filter(({ isNeeded, state, item }) => isNeeded && state !== "done" && item !== "approval");

/** Begins the merchant's number of every order that this page makes. */
export const testOrderPrefix = "GOLIVE-";

export const goLive = defineResource({
  name: "goLive",
  record: GoLive,
  for: "operator",
  refusals: {
    noApp: { status: 409 },
    noType: { status: 409 },
    testRunning: { status: 409 },
  },
  operations: {
    checklist: query(z.object({ merchantId: MerchantId }), GoLive),
    /**
     * Pays 1.00 of the merchant's currency in test mode, with a test card over the merchant's own test account: order,
     * route, price and postings are those of any payment. Answers the order; its end follows within seconds.
     */
    testPayment: command(z.object({ merchantId: MerchantId }), z.object({ orderId: z.string() }), {
      refusals: ["noApp", "noType", "testRunning"],
    }),
  },
  messages: goLiveMessages,
});
