export { authRoutes } from "./auth.routes.ts";
export { purgeSignIn } from "./auth.worker.ts";
export { type SignInControl, signInControl } from "./control.service.ts";
export { meansOf, throughEntrance } from "./means.service.ts";
export { isLetInByPassword } from "./password-sign-in.service.ts";
export { provideSms, type SmsMessage, type SmsProvider } from "./sms.service.ts";
