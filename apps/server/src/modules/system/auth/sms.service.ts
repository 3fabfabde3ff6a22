import type { Platform } from "../../../platform/platform.ts";

/** A text message. */
export interface SmsMessage {
  readonly phone: string;
  readonly text: string;
  readonly code: string;
}

/** Sends messages. A rejected promise means that the message was not sent. */
export interface SmsProvider {
  send(message: SmsMessage): Promise<void>;
}

const chosen = new WeakMap<Platform, SmsProvider>();

/** Sets the SMS provider of a node. */
export const provideSms = (platform: Platform, provider: SmsProvider): void => void chosen.set(platform, provider);

/**
 * The SMS provider of a node: the one set for it, or the channels configured by administrators. Without either,
 * development logs the code, and production has none.
 */
export const smsProviderOf = (platform: Platform, configured?: SmsProvider): SmsProvider | undefined =>
  chosen.get(platform) ?? configured ?? (platform.config.isProduction ? undefined : logProvider(platform));

/**
 * Logs the code only: neither the number nor the text. It is part of the message, because the logger removes members
 * named like secrets.
 */
const logProvider = ({ logger }: Platform): SmsProvider => ({
  send: async ({ code }) => logger.info(`development sign-in code ${code}`),
});
