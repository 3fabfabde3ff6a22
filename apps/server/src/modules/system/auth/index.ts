export { authRoutes } from "./auth.routes.ts";
export { purgeSignIn } from "./auth.worker.ts";
export { makeCaptcha } from "./captcha.service.ts";
export { type SignInControl, signInControl } from "./control.service.ts";
export { isLetInByPassword, signInByPassword } from "./password-sign-in.service.ts";
export { rememberedSignIns } from "./remembered-rows.store.ts";
export { limitedStep, signInServicesOf } from "./sign-in-services.service.ts";
export { provideSms, type SmsMessage, type SmsProvider } from "./sms.service.ts";
