export { isSuccess, nextStep } from "./delivery.policy.ts";
export { oldTries } from "./kept-tries.store.ts";
export { addDeliveries, type MerchantEvent, recordMerchantEvent, sendQueue } from "./merchant-event.store.ts";
export { bodyOf, notificationOf, previousOf } from "./notification.policy.ts";
export { reachableHostsOf, secretBinding } from "./notification.service.ts";
export { resendLeft } from "./resend.store.ts";
export { type ResendObject, resendObject } from "./resend-object.store.ts";
export { signatureHeader } from "./signature.service.ts";
export { webhookWorkers } from "./webhook.worker.ts";
