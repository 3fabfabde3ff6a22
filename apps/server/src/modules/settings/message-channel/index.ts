export { messageWorker } from "./message.worker.ts";
export { oldMessages } from "./message-channel.store.ts";
export { configuredSms } from "./message-sender.service.ts";
