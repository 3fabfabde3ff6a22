import { z } from "zod";
import { field, Id, Instant, requiredText } from "../../kit/field.ts";
import { command, Done, Nothing, type OperationOptions, query } from "../../kit/operation.ts";
import { defineResource } from "../../kit/resource.ts";
import { passwordWeaknesses } from "../../platform/password-strength.ts";
import { reference } from "../../references.ts";
import { AccountType } from "../../system-enumerations.ts";
import { PhoneNumber } from "../user/phone-field.ts";
import { sysAuthMessages } from "./auth.messages.ts";
import {
  FactorSummary,
  Passkey,
  QrState,
  SecondFactor,
  Secret,
  SignInResult,
  Ticket,
  WebAuthnJson,
} from "./sign-in.ts";

const nullableText = z.string().nullable();

/** The signed-in user, as the console's shell needs it. */
export const LoginUser = z.object({
  id: Id,
  account: z.string(),
  realName: z.string(),
  phone: field(nullableText, { kind: "text", personal: true }),
  idCardNum: field(nullableText, { kind: "text", personal: true }),
  email: field(nullableText, { kind: "text", personal: true }),
  accountType: AccountType.schema,
  tenantId: z.number().int(),
  /** Address of a picture; the logo where the user chose none. */
  avatar: z.string(),
  introduction: nullableText,
  address: nullableText,
  signature: nullableText,
  orgId: z.number().int().nullable(),
  orgName: nullableText,
  orgType: nullableText,
  posName: nullableText,
  buttons: z.array(z.string()),
  roleIds: z.array(Id),
  watermarkText: z.string(),
  isLocked: z.boolean(),
  lockScreenSeconds: z.number().int(),
  /** Whether the installation is one for trying: its money is the money of tests. */
  isTrial: z.boolean(),
  /** Whether the user signs in for a merchant rather than for the operator. */
  isOfMerchant: z.boolean(),
  /** The merchant whose side the user looks at for a while, read only. */
  viewing: z.object({ merchantId: z.string(), merchantName: z.string(), until: Instant }).nullable(),
  /** The tenant inside which the platform administrator works for a while. */
  visiting: z.object({ tenantId: Id, tenantName: z.string(), until: Instant }).nullable(),
  /** The one merchant of such a user, as far as pages need it: what it is called and the currency it trades in. */
  merchant: z
    .object({ id: reference("merchant"), name: z.string(), nameEn: nullableText, currency: z.string() })
    .nullable(),
});

const captchaAnswer = {
  codeId: field(
    z.union([
      z
        .string()
        .max(64)
        .regex(/^[\w-]*$/),
      z.literal(0).transform(() => ""),
    ]),
    { kind: "code" },
  ).nullish(),
  code: field(z.string().trim().max(16), { kind: "code" }).nullish(),
};
const PhoneCode = field(
  z
    .string()
    .trim()
    .regex(/^\d{4,8}$/),
  { kind: "secret" },
);
const QrToken = field(z.string().min(20).max(64), { kind: "secret" });
const FactorCode = field(z.string().trim().min(6).max(32), { kind: "secret" });

/** One proof of the person: the password, or a factor. */
const Proof = {
  password: Secret().nullish(),
  method: SecondFactor.nullish(),
  code: FactorCode.nullish(),
  passkey: WebAuthnJson.nullish(),
};

const throttled = ["signInFailed", "captchaRequired", "captchaWrong", "tooManyTries"] as const;
const newPasswordRules = [
  "passwordTooShort",
  "passwordTooLong",
  "passwordNeedsLetterAndDigit",
  ...passwordWeaknesses,
  "passwordUsedBefore",
] as const;
const signedIn = { access: "signedIn" } as const;

/**
 * A step at which someone proves who they are. It runs without a transaction around it and keeps its own: a refused
 * try must stay counted, and no connection may be held while a password is being hashed. Its trail is the security log.
 */
const door = <I extends z.ZodType, O extends z.ZodType, const R extends readonly string[] = readonly []>(
  input: I,
  output: O,
  options: OperationOptions<R>,
) => query(input, output, { access: "anonymous", method: "POST", ...options });

/** Sign-in, the session's own life, and the factors of the caller. */
export const sysAuth = defineResource({
  name: "sysAuth",
  record: LoginUser,
  refusals: {
    tooManyTries: { status: 429 },
    captchaRequired: { field: "code" },
    captchaWrong: { field: "code" },
    phoneCodeTooSoon: { status: 429 },
    smsUnavailable: { status: 503 },
    phoneCodeWrong: { field: "code" },
    phoneNotEnough: { status: 403 },
    ticketInvalid: { status: 401 },
    codeWrong: { field: "code" },
    qrGone: { status: 410 },
    tokenNotYours: { status: 403 },
    queryPasswordOff: { field: "password" },
    passwordTooShort: { field: "newPassword" },
    passwordTooLong: { field: "newPassword" },
    passwordNeedsLetterAndDigit: { field: "newPassword" },
    passwordContainsName: { field: "newPassword" },
    passwordCommon: { field: "newPassword" },
    passwordSequence: { field: "newPassword" },
    passwordUsedBefore: { field: "newPassword" },
  },
  operations: {
    captcha: door(
      Nothing,
      z.object({ id: z.string(), img: z.string(), mediaType: z.string(), expirySeconds: z.number().int() }),
      { method: "GET", refusals: ["tooManyTries"] },
    ),
    login: door(z.object({ account: requiredText(256), password: Secret(), ...captchaAnswer }), SignInResult, {
      secretInputs: ["password"],
      refusals: throttled,
    }),
    sendPhoneCode: door(
      z.object({ phone: PhoneNumber, ...captchaAnswer }),
      z.object({ expirySeconds: z.number().int(), resendSeconds: z.number().int() }),
      { refusals: ["captchaRequired", "captchaWrong", "phoneCodeTooSoon", "tooManyTries", "smsUnavailable"] },
    ),
    loginPhone: door(z.object({ phone: PhoneNumber, code: PhoneCode }), SignInResult, {
      secretInputs: ["code"],
      refusals: ["phoneCodeWrong", "phoneNotEnough", "tooManyTries"],
    }),
    passkeyLoginOptions: door(Nothing, z.object({ ticket: z.string(), options: WebAuthnJson }), {
      refusals: ["tooManyTries"],
    }),
    passkeyLogin: door(z.object({ ticket: Ticket, passkey: WebAuthnJson }), SignInResult, {
      secretInputs: ["ticket", "passkey"],
      refusals: ["passkeyRefused", "tooManyTries"],
    }),
    mfaPasskeyOptions: door(z.object({ mfaTicket: Ticket }), z.object({ options: WebAuthnJson }), {
      secretInputs: ["mfaTicket"],
      refusals: ["ticketInvalid"],
    }),
    verifyMfa: door(
      z.object({
        mfaTicket: Ticket,
        method: SecondFactor,
        code: FactorCode.nullish(),
        passkey: WebAuthnJson.nullish(),
      }),
      SignInResult,
      { secretInputs: ["mfaTicket", "code", "passkey"], refusals: ["ticketInvalid", "codeWrong", "tooManyTries"] },
    ),
    enrolStart: door(z.object({ enrolmentTicket: Ticket }), z.object({ secret: z.string(), uri: z.string() }), {
      secretInputs: ["enrolmentTicket"],
      refusals: ["ticketInvalid"],
    }),
    enrolConfirm: door(
      z.object({ enrolmentTicket: Ticket, code: FactorCode }),
      z.object({ recoveryCodes: z.array(z.string()), signIn: SignInResult }),
      { secretInputs: ["enrolmentTicket", "code"], refusals: ["ticketInvalid", "codeWrong", "tooManyTries"] },
    ),
    changePasswordByTicket: door(z.object({ passwordChangeTicket: Ticket, newPassword: Secret() }), SignInResult, {
      secretInputs: ["passwordChangeTicket", "newPassword"],
      refusals: ["ticketInvalid", ...newPasswordRules],
    }),
    qrStart: door(Nothing, z.object({ qrToken: z.string(), waitSecret: z.string(), expirySeconds: z.number().int() }), {
      refusals: ["tooManyTries"],
    }),
    qrState: door(
      z.object({ qrToken: QrToken, waitSecret: Ticket }),
      z.object({ state: QrState, signIn: SignInResult.nullable() }),
      { passive: true, secretInputs: ["qrToken", "waitSecret"], refusals: ["tooManyTries"] },
    ),
    qrScan: command(
      z.object({ qrToken: QrToken }),
      z.object({
        ip: z.string(),
        place: z.string(),
        browser: z.string(),
        os: z.string(),
        expirySeconds: z.number().int(),
      }),
      { ...signedIn, secretInputs: ["qrToken"], refusals: ["qrGone"] },
    ),
    qrConfirm: command(z.object({ qrToken: QrToken }), Done, {
      ...signedIn,
      secretInputs: ["qrToken"],
      refusals: ["qrGone"],
    }),
    qrReject: command(z.object({ qrToken: QrToken }), Done, {
      ...signedIn,
      secretInputs: ["qrToken"],
      refusals: ["qrGone"],
    }),
    logout: command(Nothing, Done, { ...signedIn, whileLocked: true }),
    refreshToken: door(z.object({ accessToken: z.string().min(1).max(4096) }), z.string(), {
      ...signedIn,
      method: "GET",
      secretInputs: ["accessToken"],
      refusals: ["tokenNotYours", "tooManyTries"],
    }),
    lockScreen: command(Nothing, Done, { ...signedIn, whileLocked: true }),
    /** Ends looking at a merchant's side before the time for it is over; without a view there is nothing to end. */
    endView: command(Nothing, Done, signedIn),
    unLockScreen: door(z.object({ password: Secret() }), z.literal(true), {
      ...signedIn,
      whileLocked: true,
      secretInputs: ["password"],
      refusals: ["passwordWrong", "queryPasswordOff", "tooManyTries"],
    }),
    stepUpOptions: command(Nothing, z.object({ options: WebAuthnJson }), signedIn),
    stepUp: door(z.object(Proof), z.object({ expirySeconds: z.number().int() }), {
      ...signedIn,
      secretInputs: ["password", "code", "passkey"],
      refusals: ["passwordWrong", "codeWrong", "factorNeeded", "tooManyTries"],
    }),
    userInfo: query(Nothing, LoginUser, signedIn),
    changePassword: door(z.object({ oldPassword: Secret(), newPassword: Secret() }), Done, {
      ...signedIn,
      secretInputs: ["oldPassword", "newPassword"],
      refusals: ["passwordWrong", "passwordOfDirectory", "tooManyTries", ...newPasswordRules],
    }),
    factors: query(Nothing, FactorSummary, signedIn),
    totpEnrol: command(Nothing, z.object({ secret: z.string(), uri: z.string() }), {
      ...signedIn,
      stepUp: true,
      secretResult: true,
      refusals: ["totpExists"],
    }),
    totpConfirm: command(z.object({ code: FactorCode }), z.object({ recoveryCodes: z.array(z.string()) }), {
      ...signedIn,
      stepUp: true,
      secretResult: true,
      secretInputs: ["code"],
      refusals: ["totpNotStarted", "codeWrong", "tooManyTries"],
    }),
    totpRemove: command(Nothing, Done, { ...signedIn, stepUp: true, refusals: ["lastFactor"] }),
    passkeyRegisterOptions: command(Nothing, z.object({ options: WebAuthnJson }), {
      ...signedIn,
      stepUp: true,
      refusals: ["tooManyPasskeys"],
    }),
    passkeyRegister: command(z.object({ name: z.string().trim().min(1).max(64), passkey: WebAuthnJson }), Passkey, {
      ...signedIn,
      stepUp: true,
      secretInputs: ["passkey"],
      refusals: ["passkeyRefused", "tooManyPasskeys"],
    }),
    passkeyList: query(Nothing, z.array(Passkey), signedIn),
    passkeyRemove: command(z.object({ id: z.string().regex(/^[\w-]{1,1400}$/) }), Done, {
      ...signedIn,
      stepUp: true,
      refusals: ["lastFactor"],
    }),
    recoveryCodes: command(Nothing, z.object({ recoveryCodes: z.array(z.string()) }), {
      ...signedIn,
      stepUp: true,
      secretResult: true,
      refusals: ["factorNeeded"],
    }),
  },
  messages: sysAuthMessages,
});
