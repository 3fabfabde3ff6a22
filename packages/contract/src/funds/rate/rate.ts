import { z } from "zod";
import { defineEnumeration } from "../../kit/enumeration.ts";
import { exportOf } from "../../kit/export.ts";
import { Code, Day, Flag, field, Id, Instant, Integer, optionalText } from "../../kit/field.ts";
import { between, contains, oneOf } from "../../kit/list.ts";
import { text3 } from "../../kit/locale.ts";
import { command, Done, list, Nothing, query } from "../../kit/operation.ts";
import { ById } from "../../kit/record.ts";
import { defineResource } from "../../kit/resource.ts";
import { CurrencyCode } from "../../payment-fields.ts";
import { largerInput } from "../../platform/input-limits.ts";
import { whereChanged } from "../../platform/second-person.ts";
import { sysRateMessages } from "./rate.messages.ts";

/** Where a rate was obtained. */
export const RateSource = defineEnumeration("RateSourceEnum", text3("Rate source", "汇率来源", "匯率來源"), {
  Manual: ["manual", text3("Entered by hand", "手工录入", "手動輸入"), "warning"],
  Ecb: ["ecb", text3("ECB reference rate", "欧洲央行参考汇率", "歐洲央行參考匯率"), "info"],
  Feed: ["feed", text3("Rate feed", "汇率接口", "匯率介接"), "success"],
});

/** Units of the quote currency for one of the base currency: an exact decimal of up to ten places, never zero. */
export const RateText = field(
  z
    .string()
    .trim()
    .regex(/^(?=.*[1-9])\d{1,12}(?:\.\d{1,10})?$/),
  { kind: "code", format: "rate" },
);

const pair = { baseCurrency: CurrencyCode, quoteCurrency: CurrencyCode };
/** A code as it is stored: a currency that was taken out of use since still has its rates. */
const StoredCurrency = Code;

/** One published rate of a pair. Rates are never changed: a correction is the next revision of the same time. */
export const Rate = z.object({
  id: Id,
  /** `EUR/USD`: the base currency, then the quote currency. */
  pair: Code,
  baseCurrency: StoredCurrency,
  quoteCurrency: StoredCurrency,
  rate: RateText,
  source: RateSource.schema,
  /** From when on the rate holds. */
  effectiveTime: Instant,
  revision: Integer,
  fetchTime: Instant,
  remark: optionalText(128),
  createUserName: z.string().nullable(),
});

/** The newest rate of a pair from one source, and whether it is too old to be used. */
export const LatestRate = Rate.extend({ isStale: Flag });

const spec = {
  filters: { pair: contains(7), source: oneOf(RateSource.schema), effectiveTime: between(Instant) },
  sortBy: ["pair", "effectiveTime", "fetchTime"],
  defaultSort: { field: "pair", order: "asc" },
} as const;

/** What one row of a file of reference rates would change. */
export const ReferenceRow = z.object({
  /** Line in the file, counted from 1 with the heading. */
  line: Integer,
  day: Day.nullable(),
  added: Integer,
  corrected: Integer,
  unchanged: Integer,
  /** Currencies without a rate on that day. */
  missing: Integer,
  /** Why the row is left out. */
  problem: z.enum(["dayMalformed", "dayRepeated", "dayInFuture", "columnsDiffer", "rateMalformed"]).nullable(),
});

/** Longest part of a file that one request carries, in characters. */
export const importPartMax = 400_000;
const importPart = z.string().min(1).max(importPartMax);
/** Quotation marks and line ends are two bytes each on the way. */
const importLimits = { bytes: 2 * importPartMax + 1_024 };

const wireAmount = z.string().regex(/^(?:0|[1-9]\d{0,17})$/);
const RateLeg = z.object({
  id: Id,
  pair: z.string(),
  rate: RateText,
  source: RateSource.schema,
  effectiveTime: Instant,
});

/** How a rate was found: the pair itself, its opposite, or two pairs that share a currency. */
export const RateRoute = z.enum(["same", "direct", "inverse", "cross"]);

/** What every conversion from then on comes to, of withdrawals that nobody approves too, takes a second person. */
const newRates = whereChanged("rates", ["rate", "fileHash"]);

/** Told when rates were added, by whomever and however. */
export const rateTopic = "sysRate.changed";

export const sysRate = defineResource({
  name: "sysRate",
  record: Rate,
  refusals: {
    samePair: { field: "quoteCurrency" },
    inFuture: { field: "effectiveTime" },
    unchanged: { status: 409 },
    noRate: { status: 409 },
    stale: { status: 409 },
    noFeed: { status: 409 },
    feedRefused: { status: 409 },
    partOutOfOrder: { status: 409 },
  },
  operations: {
    /** The newest rate of every pair and source. */
    page: list(LatestRate, spec),
    detail: query(ById, Rate),
    /** Every rate of the pair and source of the given one, the newest first, or those before another of them. */
    history: query(z.object({ id: Id, beforeId: Id.nullish() }), z.object({ items: z.array(Rate), hasMore: Flag })),
    add: command(
      z.object({ ...pair, rate: RateText, effectiveTime: Instant.nullish(), remark: optionalText(128) }),
      Id,
      { stepUp: true, secondPerson: newRates, refusals: ["samePair", "inFuture", "unchanged"] },
    ),
    /** What an amount of one currency is worth in another: at the mid rate, and at the rate with the markup. */
    convert: query(
      z.object({
        ...pair,
        amount: field(wireAmount, { kind: "money", currencyField: "baseCurrency" }),
        time: Instant.nullish(),
      }),
      z.object({
        mid: RateText,
        /** In hundredths of a per cent. */
        markup: Integer,
        rate: RateText,
        received: wireAmount,
        midValue: wireAmount,
        markupAmount: wireAmount,
        route: RateRoute,
        via: z.string().nullable(),
        legs: z.array(RateLeg),
      }),
      { method: "POST", refusals: ["noRate", "stale"] },
    ),
    /** Asks the configured feed now instead of at the next full hour. */
    fetch: command(Nothing, Done, { refusals: ["noFeed", "feedRefused"] }),
    /** What a file of reference rates would change; nothing is stored. */
    preview: query(
      largerInput(z.object({ text: importPart }), importLimits),
      z.object({ currencies: z.array(z.string()), ignored: z.array(z.string()), rows: z.array(ReferenceRow) }),
      { method: "POST", refusals: ["notReferenceFile"] },
    ),
    /**
     * Takes one part of a file of reference rates; each part starts with the heading. The first part opens the run, the
     * last one starts it, and is what somebody else agrees to. Answers with the job to follow.
     */
    import: command(
      largerInput(
        z.object({
          part: z.number().int().min(1).max(64),
          parts: z.number().int().min(1).max(64),
          runId: z.string().max(64).nullish(),
          text: importPart,
        }),
        importLimits,
      ),
      z.object({ runId: z.string() }),
      {
        stepUp: true,
        secondPerson: newRates,
        refusals: ["notReferenceFile", "partOutOfOrder"],
        secretInputs: ["text"],
      },
    ),
    export: exportOf(spec),
  },
  menu: {
    path: "/finance/rate",
    component: "rate/rate.list",
    icon: "arrow-left-right",
    order: 150,
  },
  messages: sysRateMessages,
});
