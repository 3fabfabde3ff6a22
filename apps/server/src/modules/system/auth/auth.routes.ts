import { sysAuth } from "@countinghouse/contract/system/auth/auth.ts";
import { implement, type ResourceRoutes } from "../../../platform/http/implement.ts";
import type { Platform } from "../../../platform/platform.ts";
import { makeCaptcha } from "./captcha.service.ts";
import { readLoginUser } from "./login-user.service.ts";
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
import { limitedStep, signInServicesOf } from "./sign-in-services.service.ts";

/** The routes of every sign-in method and the steps after it. */
export function authRoutes(platform: Platform): ResourceRoutes {
  const services = signInServicesOf(platform);
  return implement(sysAuth, {
    captcha: limitedStep(services, (ctx) => makeCaptcha(services, ctx)),
    login: limitedStep(services, (ctx, input) => signInByPassword(services, ctx, input)),
    sendPhoneCode: limitedStep(services, (ctx, input) => sendPhoneCode(services, ctx, input)),
    loginPhone: limitedStep(services, (ctx, input) => signInByPhone(services, ctx, input)),
    passkeyLoginOptions: limitedStep(services, (ctx) => passkeyLoginOptions(services, ctx)),
    passkeyLogin: limitedStep(services, (ctx, input) => signInByPasskey(services, ctx, input)),
    mfaPasskeyOptions: limitedStep(services, (ctx, input) => mfaPasskeyOptions(services, ctx, input)),
    verifyMfa: limitedStep(services, (ctx, input) => verifyMfa(services, ctx, input)),
    enrolStart: limitedStep(services, (ctx, input) => enrolStart(services, ctx, input)),
    enrolConfirm: limitedStep(services, (ctx, input) => enrolConfirm(services, ctx, input)),
    changePasswordByTicket: limitedStep(services, (ctx, input) => changePasswordByTicket(services, ctx, input)),
    qrStart: limitedStep(services, (ctx) => qrStart(ctx)),
    qrState: (ctx, input) => qrState(services, ctx, input),
    qrScan,
    qrConfirm: (ctx, { qrToken }) => answerQr(ctx, qrToken, "confirmed"),
    qrReject: (ctx, { qrToken }) => answerQr(ctx, qrToken, "rejected"),
    logout: (ctx) => logout(services, ctx),
    refreshToken: (ctx, input) => refreshToken(services, ctx, input),
    lockScreen: (ctx) => lockScreen(services, ctx),
    endView: (ctx) => endView(services, ctx),
    unLockScreen: (ctx, input) => unlockScreen(services, ctx, input),
    stepUpOptions: (ctx) => stepUpOptions(services, ctx),
    stepUp: (ctx, input) => stepUp(services, ctx, input),
    userInfo: (ctx) => readLoginUser(ctx, !platform.config.isProduction),
    changePassword: (ctx, input) => changePassword(services, ctx, input),
    factors: summariseFactors,
    totpEnrol: (ctx) => totpEnrol(services, ctx),
    totpConfirm: (ctx, input) => totpConfirm(services, ctx, input),
    totpRemove: (ctx) => totpRemove(services, ctx),
    passkeyRegisterOptions: (ctx) => passkeyRegisterOptions(services, ctx),
    passkeyRegister: (ctx, input) => passkeyRegister(services, ctx, input),
    passkeyList: listPasskeys,
    passkeyRemove: (ctx, input) => passkeyRemove(services, ctx, input),
    recoveryCodes: (ctx) => renewRecoveryCodes(services, ctx),
  });
}
