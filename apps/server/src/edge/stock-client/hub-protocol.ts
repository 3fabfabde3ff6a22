/**
 * The JSON hub protocol of SignalR, version 1, as far as the client uses it: records end with 0x1E, and the first one
 * negotiates the protocol. Source: ASP.NET Core, HubProtocol.md.
 */
const end = "\u001e";

export const hubMessage = { invocation: 1, completion: 3, ping: 6, close: 7 } as const;

/** A message of the client. */
export interface HubMessage {
  readonly type: number;
  readonly target?: string;
  readonly invocationId?: string;
  readonly arguments?: readonly unknown[];
}

export const framed = (message: object): string => JSON.stringify(message) + end;

/** The records of a text; undefined where one is malformed. A message is never split over two WebSocket frames. */
export function readRecords(text: string): readonly HubMessage[] | undefined {
  if (!text.endsWith(end)) return undefined;
  try {
    const records = text
      .split(end)
      .slice(0, -1)
      .map((record) => JSON.parse(record));
    return records.every((record) => typeof record === "object" && record !== null) ? records : undefined;
  } catch {
    return undefined;
  }
}

/** Whether a first record asks for the supported protocol. */
export const isHandshake = (record: object | undefined): boolean => {
  const { protocol, version } = (record ?? {}) as { protocol?: unknown; version?: unknown };
  return protocol === "json" && version === 1;
};
