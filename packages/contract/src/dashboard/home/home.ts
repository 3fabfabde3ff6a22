import { z } from "zod";
import { Day, doerName, field, Instant } from "../../kit/field.ts";
import { query } from "../../kit/operation.ts";
import { defineResource } from "../../kit/resource.ts";
import { sysHomeMessages } from "./home.messages.ts";

/** What an installation should have before it is used in earnest, in the order in which it is best done. */
export const SetUpStep = z.enum([
  "secondFactor",
  "secondAdministrator",
  "secondPerson",
  "siteTitle",
  "operator",
  "notice",
]);
export type SetUpStep = z.output<typeof SetUpStep>;

const Count = field(z.number().int().nonnegative(), { kind: "integer" });

/** A sign-in of the caller before the present one. */
const EarlierSignIn = z.object({
  time: Instant,
  ip: z.string().nullable(),
  place: z.string().nullable(),
  browser: z.string().nullable(),
  os: z.string().nullable(),
});

/** What runs. */
const Running = z.object({
  product: z.string(),
  /** The commit the product was built from; null where that is not known. */
  build: z.string().nullable(),
  node: z.string(),
  postgres: z.string(),
  startedAt: Instant,
});

/** What the home page tells its reader about themselves and about the installation. */
export const HomeOverview = z.object({
  /** The server's clock, so that a wrong clock on the reader's device does not show. */
  now: Instant,
  /** IANA name of the zone the platform's own days begin in. */
  timeZone: z.string(),
  tenantName: z.string(),
  lastSignIn: EarlierSignIn.nullable(),
  /** For the operator's people; a merchant's have no part in what the platform runs on. */
  running: Running.nullable(),
  /** Own calendar entries not done: all of them, and those of days before today. */
  openEntries: Count,
  overdueEntries: Count,
  /** Own calendar entries of this week, Monday to Sunday, and how many of them are done. */
  weekEntries: Count,
  weekEntriesDone: Count,
  unreadNotices: Count,
  /** The steps the caller can see to; someone who administers nothing has only their own. */
  steps: z.array(z.object({ step: SetUpStep, isDone: z.boolean() })),
});
export type HomeOverview = z.output<typeof HomeOverview>;

/** What an event of the feed is about; each is for those who may open the page of its record. */
export const HomeEventKind = z.enum(["merchant", "terms", "price", "binding", "gateway", "endpoint", "exception"]);
export type HomeEventKind = z.output<typeof HomeEventKind>;

/** Something that happened lately. */
export const HomeEvent = z.object({
  kind: HomeEventKind,
  at: Instant,
  /** The record it happened to. */
  id: z.string(),
  /** Whose it is: the merchant, the gateway account; a failure says its message. */
  subject: z.string(),
  /** What came of it: a merchant's state, `pending` or a decision, a gateway's health, a failure's level. */
  outcome: z.string(),
  /** Who did it, where a person did. */
  by: doerName(),
});
export type HomeEvent = z.output<typeof HomeEvent>;

/** The home page. What its widgets show beyond this belongs to the resources they speak of. */
export const sysHome = defineResource({
  name: "sysHome",
  record: HomeOverview,
  operations: {
    /** `today` is the reader's day; without it, the platform's. */
    overview: query(z.object({ today: Day.nullish() }), HomeOverview, { access: "signedIn", passive: true }),
    /** The latest of what the caller may see happen, newest first. */
    events: query(z.object({}), z.array(HomeEvent), { access: "signedIn", passive: true }),
  },
  messages: sysHomeMessages,
});
