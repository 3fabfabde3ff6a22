import { sysConfig } from "@countinghouse/contract/settings/config/config.ts";
import { sysAuth } from "@countinghouse/contract/system/auth/auth.ts";
import { buttonsShape } from "../menus.ts";
import { type OwnResult, oneRow, type StockCall, StockRefusal, type StockRequest } from "../stock-call.ts";
import type { StockInput } from "../values.ts";

const signInPage = "/login";

/** The decrypted password; refuses the call where it cannot be decrypted. */
function opened({ passwords, tell }: StockRequest, ciphertext: unknown): string {
  const password = passwords.open(ciphertext);
  if (password === undefined) throw tell("passwordUnread");
  return password;
}

/** Result of a sign-in: tokens, or a message about a step that the client has no screen for. */
function tokensOf(result: OwnResult, { tell, page }: StockRequest) {
  const { outcome, accessToken, refreshToken } = result;
  if (outcome === "signedIn") return { accessToken, refreshToken };
  const at = { page: page(signInPage) };
  if (outcome === "enrolment") throw tell("enrolment", at);
  throw outcome === "passwordChange" ? tell("passwordChange", at) : tell("secondFactor", at);
}

const captchaAnswer = ({ codeId, code }: StockInput) => ({
  // The client sends 0 for a captcha that it did not show.
  ...(codeId && codeId !== "0" ? { codeId: String(codeId), code: String(code ?? "") } : {}),
});

/** A password followed by the six digits of an authenticator: the client has one field for both. */
const withCode = /^(.+)[ ,](\d{6})$/s;

interface Proof {
  readonly password: string;
  readonly code?: string | undefined;
}

/** Possible readings of the input: a password followed by a code, and the text as it stands. */
function readings(text: string): Proof[] {
  const [, password, code] = withCode.exec(text) ?? [];
  return password === undefined ? [{ password: text }] : [{ password, code }, { password: text }];
}

/** Signs in with one reading of the input; with a code, through the second factor. */
async function signInBy(sent: StockInput, request: StockRequest, reading: () => Proof): Promise<unknown> {
  const input = { account: sent.account, ...captchaAnswer(sent) };
  const result = await request.signIn(input, () => reading().password);
  const { code } = reading();
  const isFactor = result.outcome === "secondFactor" && code !== undefined && result.methods.includes("totp");
  if (!isFactor) return tokensOf(result, request);
  const proven = await request.ask(sysAuth, "verifyMfa", { mfaTicket: result.mfaTicket, method: "totp", code });
  return tokensOf(proven, request);
}

async function login(sent: StockInput, request: StockRequest): Promise<unknown> {
  let typed: readonly Proof[] | undefined;
  const nth = (at: number) => (): Proof => {
    typed ??= readings(opened(request, sent.password));
    return typed[at] as Proof;
  };
  try {
    return await signInBy(sent, request, nth(0));
  } catch (error) {
    if (isRefusedAs(error, "sysAuth.signInFailed") && typed?.[1]) return signInBy(sent, request, nth(1));
    throw isRefusedAs(error, "sysAuth.captchaRequired") && !sent.code
      ? request.tell("picture", { page: request.page(signInPage) })
      : error;
  }
}

const isRefusedAs = (error: unknown, code: string): boolean => error instanceof StockRefusal && error.bizCode === code;

/** Tries the readings in turn; a refusal other than the `wrong` one ends the attempt. */
async function tried<R>(proofs: readonly Proof[], wrong: string, work: (proof: Proof) => Promise<R>): Promise<R> {
  const [proof, ...others] = proofs;
  try {
    return await work(proof as Proof);
  } catch (error) {
    if (!isRefusedAs(error, wrong) || others.length === 0) throw error;
    return tried(others, wrong, work);
  }
}

/**
 * Unlocks the screen and confirms the user by the same password or the code after it: this is the client's only screen
 * that asks for a password. Without a code, a user with a second factor is unlocked but not confirmed.
 */
async function unlock(sent: StockInput, request: StockRequest): Promise<true> {
  await tried(readings(opened(request, sent.password)), "sysAuth.passwordWrong", async ({ password, code }) => {
    await request.ask(sysAuth, "unLockScreen", { password });
    try {
      await request.ask(sysAuth, "stepUp", code === undefined ? { password } : { method: "totp", code });
    } catch (error) {
      // The screen is unlocked; an action that needs confirmation reports a wrong or missing code.
      if (!(error instanceof StockRefusal)) throw error;
    }
  });
  return true;
}

/** Calls about sign-in and sessions. */
export const signInCalls: readonly StockCall[] = [
  { call: "POST sysAuth/login", isAnonymous: true, run: login },
  {
    call: "POST sysAuth/loginPhone",
    resource: sysAuth,
    operation: "loginPhone",
    result: tokensOf,
  },
  {
    call: "GET sysAuth/captcha",
    isAnonymous: true,
    run: async (_sent, request) => {
      const { id, img, expirySeconds } = await request.picture();
      return { id, img, expirySeconds };
    },
  },
  {
    call: "GET sysAuth/userInfo",
    resource: sysAuth,
    operation: "userInfo",
    result: ({ isLocked: _lock, isTrial: _trial, isOfMerchant: _side, viewing: _view, merchant: _own, ...user }) => ({
      ...user,
      buttons: buttonsShape(user.buttons),
    }),
  },
  { call: "POST sysAuth/unLockScreen", run: unlock },
  {
    call: "POST sysUser/changePwd",
    resource: sysAuth,
    operation: "changePassword",
    input: ({ passwordOld, passwordNew }, request) => ({
      oldPassword: opened(request, passwordOld),
      newPassword: opened(request, passwordNew),
    }),
    result: oneRow,
  },
  {
    call: "POST sysSms/sendSms/:phone",
    resource: sysAuth,
    operation: "sendPhoneCode",
    result: () => null,
  },
  {
    call: "GET sysConfig/sysInfo",
    resource: sysConfig,
    operation: "sysInfo",
    // The client's own puzzle is not verified by any server; the second factor is asked for after it, if at all.
    result: (info) => ({ ...info, sysSecondVer: false }),
  },
  {
    call: "POST sysConfig/saveSysInfo",
    resource: sysConfig,
    operation: "saveSysInfo",
    // The client was told a fixed value for the second factor, so it must not write that back.
    input: ({ sysSecondVer: _told, ...info }) => info,
  },
];
