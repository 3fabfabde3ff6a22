import { webhookVersion } from "@countinghouse/contract/integration/webhook/event-types.ts";

/** Input of a notification. */
export interface NotificationFacts {
  readonly id: string;
  readonly type: string;
  readonly mode: "live" | "test";
  readonly createTime: string;
  readonly merchantNo: string;
  /** Null where the event belongs to no app. */
  readonly appNo: string | null;
  readonly objectType: string;
  readonly objectNo: string;
  readonly objectSeq: number;
  readonly data: { readonly object: object; readonly previous?: object };
}

/**
 * The previous values of the members that an event changed; undefined where no visible one changed. Members are
 * compared as serialised.
 */
export function previousOf<T extends object>(before: T, after: T): Partial<T> | undefined {
  const changed = Object.entries(before).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(after[name as keyof T]),
  );
  return changed.length === 0 ? undefined : (Object.fromEntries(changed) as Partial<T>);
}

/** The body per API version: an endpoint keeps the version it was created with. */
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

/** The notification of an event in an API version. An unknown version is a defect. */
export function notificationOf(told: NotificationFacts, apiVersion: string): object {
  const render = bodies[apiVersion];
  if (!render) throw new Error(`no shape of notifications is called ${apiVersion}`);
  return render(told);
}

/** The body, identical for every attempt. */
export const bodyOf = (told: NotificationFacts, apiVersion: string): string =>
  JSON.stringify(notificationOf(told, apiVersion));
