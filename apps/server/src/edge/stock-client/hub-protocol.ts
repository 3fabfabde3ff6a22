/**
 * The JSON hub protocol of SignalR, version 1, as far as the client's hub speaks it: records end with 0x1E; the first one
 * says the protocol. Source: ASP.NET Core, HubProtocol.md.
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

/** The whole records of a text; nothing where one is no record. A message is never parted over two frames of the socket. */
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

/** Whether a first record asks for the protocol that is spoken here. */
export const isHandshake = (record: object | undefined): boolean => {
  const { protocol, version } = (record ?? {}) as { protocol?: unknown; version?: unknown };
  return protocol === "json" && version === 1;
};
