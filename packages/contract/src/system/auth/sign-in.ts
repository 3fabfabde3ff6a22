import { z } from "zod";
import { field, Instant } from "../../kit/field.ts";

/** A secret typed by a person. Longer than any password rule allows, so that the rule and not the shape answers. */
export const Secret = (max = 1024) => field(z.string().min(1).max(max), { kind: "secret" });

/** An unguessable word that stands for a half-finished sign-in. */
export const Ticket = field(z.string().min(20).max(200), { kind: "secret" });

/** Ways to prove who one is, beyond the first. */
export const SecondFactor = z.enum(["totp", "passkey", "recovery"]);

/** A WebAuthn object as the browser's `toJSON()` gives it; its inside is judged by the verifier. */
export const WebAuthnJson = field(z.record(z.string().max(64), z.unknown()), { kind: "json" });

const Tokens = z.object({
  outcome: z.literal("signedIn"),
  /** JWT whose `exp` is in epoch seconds; goes into `Authorization: Bearer`. */
  accessToken: z.string(),
  /** Opaque; goes into `X-Authorization: Bearer` once the access token is past its `exp`. */
  refreshToken: z.string(),
});

const SecondFactorNeeded = z.object({
  outcome: z.literal("secondFactor"),
  mfaTicket: z.string(),
  methods: z.array(SecondFactor),
  expirySeconds: z.number().int(),
});

const EnrolmentNeeded = z.object({
  outcome: z.literal("enrolment"),
  enrolmentTicket: z.string(),
  expirySeconds: z.number().int(),
});

const PasswordChangeNeeded = z.object({
  outcome: z.literal("passwordChange"),
  passwordChangeTicket: z.string(),
  expirySeconds: z.number().int(),
});

/**
 * What every door of the sign-in answers: tokens, or the ticket of the step that is still missing. A ticket opens
 * nothing but its own step.
 */
export const SignInResult = z.discriminatedUnion("outcome", [
  Tokens,
  SecondFactorNeeded,
  EnrolmentNeeded,
  PasswordChangeNeeded,
]);

/** State of a sign-in that waits for a phone to confirm it. */
export const QrState = z.enum(["waiting", "scanned", "confirmed", "rejected", "expired"]);

/** A registered passkey, as its owner sees it. */
export const Passkey = z.object({
  id: z.string(),
  name: z.string(),
  createTime: Instant,
  lastUsedTime: Instant.nullable(),
});

/** Which factors the caller has. */
export const FactorSummary = z.object({
  totp: z.boolean(),
  passkeys: z.array(Passkey),
  recoveryCodesLeft: z.number().int(),
  /** Until when a fresh confirmation of the person counts; null when there is none. */
  stepUpUntil: Instant.nullable(),
  /** Whether the last factor may not be removed. */
  required: z.boolean(),
});
