import { z } from "zod";

/** Minor units as text. */
const Minor = z.string().regex(/^(?:0|-?[1-9]\d{0,18})$/);
/** A share in millionths. */
const Share = z.int().min(0).max(1_000_000);
const Nothing = Minor.default("0");

/** The fee rule as it was when the payment was agreed on; amounts are in the settlement currency. */
const AgreedFee = z.object({
  id: z.string(),
  /** From when on the version of the rule holds. */
  from: z.string(),
  percent: Share,
  fixed: Nothing,
  minimum: Minor.nullable().default(null),
  maximum: Minor.nullable().default(null),
  tierMode: z.enum(["none", "whole", "graduated"]).default("none"),
  tiers: z.array(z.object({ from: Minor, percent: Share })).default([]),
  /** What the gateway keeps is borne by the merchant. */
  passesCost: z.boolean().default(false),
  /** Fee and tax may come to more than was captured. */
  mayExceed: z.boolean().default(false),
  returnFeeOnRefund: z.enum(["none", "proportional"]).default("none"),
  refundFee: Nothing,
  refundFeePercent: Share.default(0),
  disputePenalty: Nothing,
  disputePenaltyRefundOnWin: z.boolean().default(false),
  refusalPenalty: Nothing,
  inquiryFee: Nothing,
  /** N of T+N where the rule says so; else the terms do. */
  settlementDays: z.int().min(0).nullable().default(null),
  /** The share held back as reserve and for how many days, where the rule says so. */
  reserveRatio: Share.nullable().default(null),
  reserveDays: z.int().min(0).nullable().default(null),
});

/** What the gateway is expected to keep; amounts are in the order's currency. */
const AgreedCost = z.object({
  percent: Share,
  fixed: Nothing,
  minimum: Minor.nullable().default(null),
  maximum: Minor.nullable().default(null),
});

const AgreedPrice = z.object({ fee: AgreedFee, cost: AgreedCost });

/** A conversion into the settlement currency. Within the lock the rate holds, whatever becomes of the market. */
const AgreedExchange = z.object({
  mid: z.string(),
  markup: Share,
  rate: z.string(),
  route: z.enum(["direct", "inverse", "cross"]),
  rateIds: z.array(z.number()),
  lockedAt: z.string(),
  lockedUntil: z.string(),
});

/**
 * By what a payment is priced, converted and settled: made before an attempt is sent, stored with it, and read from
 * there ever after, whatever becomes of the rules it was made from. What is usual is left out of the stored form.
 */
export const Agreement = z.object({
  version: z.literal(1),
  /** The merchant's: it decides about a card's region, and the tax on our fee is owed to it. */
  country: z.string().length(2),
  /** Where the merchant's months begin, by which tiers count. */
  timezone: z.string(),
  settlement: z.object({
    termsId: z.string(),
    currency: z.string().length(3),
    /** N of T+N. */
    days: z.int().min(0),
    zone: z.string(),
    cutOffSeconds: z.int().nullable().default(null),
    frequency: z
      .discriminatedUnion("every", [
        z.object({ every: z.literal("day") }),
        z.object({ every: z.literal("week"), on: z.int().min(1).max(7) }),
        z.object({ every: z.literal("month"), on: z.int().min(1).max(31) }),
      ])
      .default({ every: "day" }),
    /** Codes of the business calendars; the days they name are looked up when a due date is counted. */
    calendars: z.array(z.string()).default([]),
  }),
  lateSuccess: z.enum(["accept", "auto_refund"]).default("accept"),
  /** Of the merchant's country on our fee. */
  tax: z.object({ rate: Share, isInclusive: z.boolean() }).nullable().default(null),
  /** Null where the merchant is settled in the order's currency. */
  exchange: AgreedExchange.nullable().default(null),
  /** Where nothing is known of the card, and of every region that prices no differently. */
  price: AgreedPrice,
  /** Regions that price differently: which one it is, is known only from the gateway's answer. */
  regions: z.object({ domestic: AgreedPrice, intra: AgreedPrice, inter: AgreedPrice }).partial().default({}),
});
export type Agreement = z.output<typeof Agreement>;
/** As it is stored. */
export type StoredAgreement = z.input<typeof Agreement>;
export type AgreedPrice = z.output<typeof AgreedPrice>;
