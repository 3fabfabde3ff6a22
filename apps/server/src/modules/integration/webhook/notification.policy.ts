import { webhookVersion } from "@countinghouse/contract/integration/webhook/event-types.ts";

/** What of an event and its surroundings goes into a notification. */
export interface NotificationFacts {
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

/**
 * What an event changed in an object, as it was before; nothing where it changed nothing that is told. Members are
 * compared as they leave, as JSON.
 */
export function previousOf<T extends object>(before: T, after: T): Partial<T> | undefined {
  const changed = Object.entries(before).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(after[name as keyof T]),
  );
  return changed.length === 0 ? undefined : (Object.fromEntries(changed) as Partial<T>);
}

/** The body in each version of the notifications' shape: an endpoint keeps the one it was made with. */
const bodies: Readonly<Record<string, (told: NotificationFacts) => object>> = {
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
export function notificationOf(told: NotificationFacts, apiVersion: string): object {
  const render = bodies[apiVersion];
  if (!render) throw new Error(`no shape of notifications is called ${apiVersion}`);
  return render(told);
}

/** The body to send, byte for byte the same at every try. */
export const bodyOf = (told: NotificationFacts, apiVersion: string): string =>
  JSON.stringify(notificationOf(told, apiVersion));
