import { refuse } from "@countinghouse/contract/kit/refusal.ts";
import { hmacSha256 } from "../../../platform/crypto/digest.ts";
import { type InstallationKeys, installationKeys } from "../../../platform/crypto/installation-keys.ts";
import { HashingBusy } from "../../../platform/crypto/password-hash.ts";
import { type WorkGate, workGate } from "../../../platform/crypto/work-gate.ts";
import type { Context } from "../../../platform/http/context.ts";
import type { Platform } from "../../../platform/platform.ts";
import { configuredSms } from "../../settings/message-channel/index.ts";
import { type Sessions, sessionsOf } from "../session/index.ts";
import { type SmsProvider, smsProviderOf } from "./sms.service.ts";

/** Relying party of the passkeys: the console's public address. */
export interface PasskeyRelyingParty {
  readonly id: string;
  readonly name: string;
  readonly origins: readonly string[];
}

/** Services of a node's sign-in methods. */
export interface SignInServices {
  readonly platform: Platform;
  readonly keys: InstallationKeys;
  readonly sessions: Sessions;
  readonly relyingParty: PasskeyRelyingParty;
  /** Undefined where no provider is configured. */
  sms(): Promise<SmsProvider | undefined>;
  /** Concurrency limit of sign-ins: a flood leaves connections and processors to signed-in users. */
  readonly entrance: WorkGate;
}

const entranceWidth = { running: 4, waiting: 32 };

const made = new WeakMap<Platform, SignInServices>();

/** Sign-in services of a node, created once. */
export function signInServicesOf(platform: Platform): SignInServices {
  const known = made.get(platform);
  if (known) return known;
  const services: SignInServices = {
    platform,
    keys: installationKeys(platform.secret),
    sessions: sessionsOf(platform),
    relyingParty: relyingPartyOf(platform.config),
    sms: async () => smsProviderOf(platform, await configuredSms(platform)),
    entrance: workGate(entranceWidth),
  };
  made.set(platform, services);
  return services;
}

/** Without a public address the node is reached as localhost: browsers create no passkeys for IP addresses. */
function relyingPartyOf({ publicUrl, port }: Platform["config"]): PasskeyRelyingParty {
  const url = new URL(publicUrl ?? `http://localhost:${port}`);
  return { id: url.hostname, name: "Countinghouse", origins: [url.origin] };
}

/**
 * The stored form of a short secret or a name: a keyed digest that cannot be searched without the installation's
 * secret.
 */
export const keyedDigest = (services: SignInServices, purpose: string, text: string): string =>
  hmacSha256(services.keys.ring.active("short-secret").key, `${purpose}\u0000${text}`);

/** The digests that a text may be stored under: by the current secret and by the previous one. */
export const keyedDigests = (services: SignInServices, purpose: string, text: string): readonly string[] =>
  services.keys.ring.all("short-secret").map(({ key }) => hmacSha256(key, `${purpose}\u0000${text}`));

const tooBusy = () => refuse("platform.tooManyRequests", { seconds: 1 }, { headers: { "Retry-After": "1" } });

/** Runs hashing. Refuses with 429 when too many calls wait for it. */
export async function withHashing<R>(work: Promise<R>): Promise<R> {
  try {
    return await work;
  } catch (error) {
    throw error instanceof HashingBusy ? tooBusy() : error;
  }
}

/** A step open to anonymous callers: limited concurrency per node, a bounded queue, 429 beyond it. */
export const limitedStep =
  <I, R>(services: SignInServices, step: (ctx: Context, input: I) => Promise<R>) =>
  async (ctx: Context, input: I): Promise<R> => {
    const done = await services.entrance.run(() => step(ctx, input));
    if (!done) throw tooBusy();
    return done.value;
  };
