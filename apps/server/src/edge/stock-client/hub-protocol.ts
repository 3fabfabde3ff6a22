import { z } from "zod";

/**
 * The JSON hub protocol of SignalR, version 1, as far as the client uses it: records end with 0x1E, and the first one
 * negotiates the protocol. Source: ASP.NET Core, HubProtocol.md.
 */
const end = "\u001e";

export const hubMessage = { invocation: 1, completion: 3, ping: 6, close: 7 } as const;

const Message = z.object({
  type: z.number().optional(),
  target: z.string().optional(),
  invocationId: z.string().max(64).optional(),
  arguments: z.array(z.unknown()).optional(),
  protocol: z.unknown().optional(),
  version: z.unknown().optional(),
});

/** A message of the client; the first one has no type and says the protocol. */
export type HubMessage = z.output<typeof Message>;

export const framed = (message: object): string => JSON.stringify(message) + end;

/** The whole records of a text; nothing where one is no message. None is ever parted over two frames of the socket. */
export function readRecords(text: string): readonly HubMessage[] | undefined {
  if (!text.endsWith(end)) return undefined;
  try {
    return text
      .split(end)
      .slice(0, -1)
      .map((record) => Message.parse(JSON.parse(record)));
  } catch {
    return undefined;
  }
}

/** Whether a first record asks for the protocol that is spoken here. */
export const isHandshake = ({ protocol, version }: HubMessage): boolean => protocol === "json" && version === 1;
