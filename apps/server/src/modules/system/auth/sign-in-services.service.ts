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

/** Who the passkeys are for: the address under which people reach the console. */
export interface PasskeyRelyingParty {
  readonly id: string;
  readonly name: string;
  readonly origins: readonly string[];
}

/** What the doors of one node work with. */
export interface SignInServices {
  readonly platform: Platform;
  readonly keys: InstallationKeys;
  readonly sessions: Sessions;
  readonly relyingParty: PasskeyRelyingParty;
  /** Undefined where no provider is set up. */
  sms(): Promise<SmsProvider | undefined>;
  /** The way in is narrow: a flood of sign-ins leaves connections and processors to those who are in. */
  readonly entrance: WorkGate;
}

const entranceWidth = { running: 4, waiting: 32 };

const made = new WeakMap<Platform, SignInServices>();

/** The means of a node, made once. */
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

/** Without a public address the node is reached on this machine, by name: browsers make no passkeys for an address of digits. */
function relyingPartyOf({ publicUrl, port }: Platform["config"]): PasskeyRelyingParty {
  const url = new URL(publicUrl ?? `http://localhost:${port}`);
  return { id: url.hostname, name: "Countinghouse", origins: [url.origin] };
}

/** A short secret or a name as it is kept: a keyed digest that cannot be searched without the installation's secret. */
export const keyedDigest = (services: SignInServices, purpose: string, text: string): string =>
  hmacSha256(services.keys.ring.active("short-secret").key, `${purpose}\u0000${text}`);

/** The digests a text may be kept under: of the secret in use, and of the one before it. */
export const keyedDigests = (services: SignInServices, purpose: string, text: string): readonly string[] =>
  services.keys.ring.all("short-secret").map(({ key }) => hmacSha256(key, `${purpose}\u0000${text}`));

const tooBusy = () => refuse("platform.tooManyRequests", { seconds: 1 }, { headers: { "Retry-After": "1" } });

/** Runs hashing. Refuses with 429 when too many wait for it. */
export async function withHashing<R>(work: Promise<R>): Promise<R> {
  try {
    return await work;
  } catch (error) {
    throw error instanceof HashingBusy ? tooBusy() : error;
  }
}

/** A step that strangers may take: few at once on a node, a bounded number waiting, everyone else is refused with 429. */
export const limitedStep =
  <I, R>(services: SignInServices, step: (ctx: Context, input: I) => Promise<R>) =>
  async (ctx: Context, input: I): Promise<R> => {
    const done = await services.entrance.run(() => step(ctx, input));
    if (!done) throw tooBusy();
    return done.value;
  };
