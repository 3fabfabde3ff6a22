import type { Platform } from "../../../platform/platform.ts";

/** A message to a phone. */
export interface SmsMessage {
  readonly phone: string;
  readonly text: string;
  readonly code: string;
}

/** Whoever delivers messages. A rejected promise means it was not sent. */
export interface SmsProvider {
  send(message: SmsMessage): Promise<void>;
}

const chosen = new WeakMap<Platform, SmsProvider>();

/** Sets the provider of a node. */
export const provideSms = (platform: Platform, provider: SmsProvider): void => void chosen.set(platform, provider);

/**
 * The provider of a node: the one that was set, or else the channels that administrators set up. Without either there is
 * one that writes the code to the log while developing, and none in production.
 */
export const smsProviderOf = (platform: Platform, configured?: SmsProvider): SmsProvider | undefined =>
  chosen.get(platform) ?? configured ?? (platform.config.isProduction ? undefined : logProvider(platform));

/**
 * Writes the code and nothing else: neither the number nor the text belongs into a log. It stands in the message,
 * because the log takes out members that are named like secrets, which this one is meant to show.
 */
const logProvider = ({ logger }: Platform): SmsProvider => ({
  send: async ({ code }) => logger.info(`development sign-in code ${code}`),
});
