import { refuse } from "@countinghouse/contract/kit/refusal.ts";
import type { Context } from "../../../platform/http/context.ts";
import { fetchPublicText, parsePublicUrl } from "../../../platform/outbound/public-fetch.ts";
import { settingOf } from "../../settings/config/index.ts";
import { type PublishedRate, parseFeed } from "./rate.reference.policy.ts";

/** A publisher of rates. None is called unless an administrator has configured its address. */
export interface RateFeed {
  /** The rates it publishes now. */
  fetch(nowMs: number, signal: AbortSignal): Promise<readonly PublishedRate[]>;
}

/** Queue of the hourly feed request. */
export const fetchQueue = "rate-fetch";

type ReadText = (address: string, options: { readonly signal: AbortSignal }) => Promise<string>;

/** The feed at an address that answers in one of the formats of {@link parseFeed}. */
export const feedAt = (address: string, readText: ReadText = fetchPublicText): RateFeed => ({
  fetch: async (nowMs, signal) => {
    const published = parseFeed(await readText(address, { signal }), nowMs);
    if (!published) throw new Error("the rate feed answered with something that holds no rates");
    return published;
  },
});

/** The configured feed; undefined where there is none. */
export async function configuredFeed(ctx: Pick<Context, "db">, readText?: ReadText): Promise<RateFeed | undefined> {
  const address = await settingOf(ctx, "sys_rate_feed_url");
  return address === "" ? undefined : feedAt(address, readText);
}

/** Schedules a feed request: no network call happens inside a transaction. */
export async function askFeed(ctx: Context): Promise<null> {
  const address = await settingOf(ctx, "sys_rate_feed_url");
  if (address === "") throw refuse("sysRate.noFeed");
  if (!parsePublicUrl(address)) throw refuse("sysRate.feedRefused");
  await ctx.enqueue({ queue: fetchQueue, data: {} });
  return null;
}
