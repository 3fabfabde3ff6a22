import { webhookVersion } from "@countinghouse/contract/integration/webhook/event-types.ts";

/** What of an event and its surroundings goes into a notification. */
export interface Told {
  readonly id: string;
  readonly type: string;
  readonly mode: "live" | "test";
  readonly createTime: string;
  readonly merchantNo: string;
  /** None where the event belongs to no app. */
  readonly appNo: string | null;
  readonly objectType: string;
  readonly objectNo: string;
  readonly objectSeq: number;
  readonly data: { readonly object: object; readonly previous?: object };
}

/** The body in each version of the notifications' shape: an endpoint keeps the one it was made with. */
const bodies: Readonly<Record<string, (told: Told) => object>> = {
  [webhookVersion]: ({ id, type, mode, createTime, merchantNo, appNo, objectType, objectNo, objectSeq, data }) => ({
    id,
    type,
    apiVersion: webhookVersion,
    mode,
    createdAt: createTime,
    merchantNo,
    appNo,
    objectType,
    objectNo,
    objectSeq,
    data,
  }),
};

/** An event as a version of the notifications' shape tells it. A version that nobody renders is a defect. */
export function notificationOf(told: Told, apiVersion: string): object {
  const render = bodies[apiVersion];
  if (!render) throw new Error(`no shape of notifications is called ${apiVersion}`);
  return render(told);
}

/** The body to send, byte for byte the same at every try. */
export const bodyOf = (told: Told, apiVersion: string): string => JSON.stringify(notificationOf(told, apiVersion));
