import { refuse } from "@countinghouse/contract/kit/refusal.ts";
import type { Context } from "../../../platform/http/context.ts";
import { fetchPublicText, parsePublicUrl } from "../../../platform/outbound/public-fetch.ts";
import { settingOf } from "../../settings/config/index.ts";
import { type PublishedRate, parseFeed } from "./rate.reference.policy.ts";

/** Somewhere that publishes rates. None is asked unless an administrator has set its address. */
export interface RateFeed {
  /** The rates it publishes now. */
  fetch(nowMs: number, signal: AbortSignal): Promise<readonly PublishedRate[]>;
}

/** Queue of the hourly look at the feed. */
export const fetchQueue = "rate-fetch";

type ReadText = (address: string, options: { readonly signal: AbortSignal }) => Promise<string>;

/** The feed behind an address that answers in one of the forms {@link parseFeed} reads. */
export const feedAt = (address: string, readText: ReadText = fetchPublicText): RateFeed => ({
  fetch: async (nowMs, signal) => {
    const published = parseFeed(await readText(address, { signal }), nowMs);
    if (!published) throw new Error("the rate feed answered with something that holds no rates");
    return published;
  },
});

/** The configured feed, or undefined where none is. */
export async function configuredFeed(ctx: Pick<Context, "db">, readText?: ReadText): Promise<RateFeed | undefined> {
  const address = await settingOf(ctx, "sys_rate_feed_url");
  return address === "" ? undefined : feedAt(address, readText);
}

/** Asks the feed soon, outside this command: no network call happens inside a transaction. */
export async function askFeed(ctx: Context): Promise<null> {
  const address = await settingOf(ctx, "sys_rate_feed_url");
  if (address === "") throw refuse("sysRate.noFeed");
  if (!parsePublicUrl(address)) throw refuse("sysRate.feedRefused");
  await ctx.enqueue({ queue: fetchQueue, data: {} });
  return null;
}
