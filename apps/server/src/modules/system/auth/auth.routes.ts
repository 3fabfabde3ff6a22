import { sysAuth } from "@countinghouse/contract/system/auth/auth.ts";
import { implement, type ResourceRoutes } from "../../../platform/http/implement.ts";
import type { Platform } from "../../../platform/platform.ts";
import { makeCaptcha } from "./captcha.service.ts";
import { readLoginUser } from "./login-user.service.ts";
import { meansOf, throughEntrance } from "./means.service.ts";
import {
  listPasskeys,
  passkeyRegister,
  passkeyRegisterOptions,
  passkeyRemove,
  renewRecoveryCodes,
  summariseFactors,
  totpConfirm,
  totpEnrol,
  totpRemove,
} from "./own-factors.service.ts";
import { changePassword } from "./own-password.service.ts";
import { passkeyLoginOptions, signInByPasskey } from "./passkey-sign-in.service.ts";
import { signInByPassword } from "./password-sign-in.service.ts";
import { sendPhoneCode, signInByPhone } from "./phone-sign-in.service.ts";
import { answerQr, qrScan, qrStart, qrState } from "./qr-sign-in.service.ts";
import { endView, lockScreen, logout, refreshToken, stepUp, stepUpOptions, unlockScreen } from "./screen.service.ts";
import {
  changePasswordByTicket,
  enrolConfirm,
  enrolStart,
  mfaPasskeyOptions,
  verifyMfa,
} from "./second-factor.service.ts";

/** Every door of the sign-in and every step behind it. */
export function authRoutes(platform: Platform): ResourceRoutes {
  const means = meansOf(platform);
  return implement(sysAuth, {
    captcha: throughEntrance(means, (ctx) => makeCaptcha(means, ctx)),
    login: throughEntrance(means, (ctx, input) => signInByPassword(means, ctx, input)),
    sendPhoneCode: throughEntrance(means, (ctx, input) => sendPhoneCode(means, ctx, input)),
    loginPhone: throughEntrance(means, (ctx, input) => signInByPhone(means, ctx, input)),
    passkeyLoginOptions: throughEntrance(means, (ctx) => passkeyLoginOptions(means, ctx)),
    passkeyLogin: throughEntrance(means, (ctx, input) => signInByPasskey(means, ctx, input)),
    mfaPasskeyOptions: throughEntrance(means, (ctx, input) => mfaPasskeyOptions(means, ctx, input)),
    verifyMfa: throughEntrance(means, (ctx, input) => verifyMfa(means, ctx, input)),
    enrolStart: throughEntrance(means, (ctx, input) => enrolStart(means, ctx, input)),
    enrolConfirm: throughEntrance(means, (ctx, input) => enrolConfirm(means, ctx, input)),
    changePasswordByTicket: throughEntrance(means, (ctx, input) => changePasswordByTicket(means, ctx, input)),
    qrStart: throughEntrance(means, (ctx) => qrStart(ctx)),
    qrState: (ctx, input) => qrState(means, ctx, input),
    qrScan,
    qrConfirm: (ctx, { qrToken }) => answerQr(ctx, qrToken, "confirmed"),
    qrReject: (ctx, { qrToken }) => answerQr(ctx, qrToken, "rejected"),
    logout: (ctx) => logout(means, ctx),
    refreshToken: (ctx, input) => refreshToken(means, ctx, input),
    lockScreen: (ctx) => lockScreen(means, ctx),
    endView: (ctx) => endView(means, ctx),
    unLockScreen: (ctx, input) => unlockScreen(means, ctx, input),
    stepUpOptions: (ctx) => stepUpOptions(means, ctx),
    stepUp: (ctx, input) => stepUp(means, ctx, input),
    userInfo: (ctx) => readLoginUser(ctx, !platform.config.isProduction),
    changePassword: (ctx, input) => changePassword(means, ctx, input),
    factors: summariseFactors,
    totpEnrol: (ctx) => totpEnrol(means, ctx),
    totpConfirm: (ctx, input) => totpConfirm(means, ctx, input),
    totpRemove: (ctx) => totpRemove(means, ctx),
    passkeyRegisterOptions: (ctx) => passkeyRegisterOptions(means, ctx),
    passkeyRegister: (ctx, input) => passkeyRegister(means, ctx, input),
    passkeyList: listPasskeys,
    passkeyRemove: (ctx, input) => passkeyRemove(means, ctx, input),
    recoveryCodes: (ctx) => renewRecoveryCodes(means, ctx),
  });
}
