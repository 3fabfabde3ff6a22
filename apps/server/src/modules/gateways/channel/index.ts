export { channelStatusAt, instantOf, methodName } from "./channel.store.ts";
