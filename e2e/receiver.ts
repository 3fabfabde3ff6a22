import { createHmac } from "node:crypto";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";

/** A message as a merchant's server got it. */
interface Received {
  readonly path: string;
  readonly body: string;
  /** What proves who sent it. */
  readonly signature: string;
}

/** A merchant's server that keeps what it is told. */
export interface Receiver {
  /** Where it answers, without a path. */
  readonly url: string;
  readonly received: readonly Received[];
  /** Answers the next messages with this status. */
  answerWith(status: number): void;
  stop(): Promise<void>;
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString("utf8");
}

/** Starts a merchant's server on a free port of this machine. */
export async function startReceiver(): Promise<Receiver> {
  const received: Received[] = [];
  let status = 204;
  const server = createServer(async (request, response) => {
    const body = await textOf(request);
    received.push({ path: request.url ?? "", body, signature: String(request.headers["x-webhook-signature"]) });
    response.writeHead(status).end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    answerWith: (next) => {
      status = next;
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Whether a message was signed with a secret: HMAC-SHA-256 over its time, a point and its bytes (RFC 2104). */
export function isSignedWith(secret: string, { signature, body }: Received): boolean {
  const [time = "", ...proofs] = signature.split(",");
  const expected = createHmac("sha256", secret)
    .update(`${time.replace("t=", "")}.${body}`)
    .digest("hex");
  return proofs.includes(`v1=${expected}`);
}
