import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** One request as a merchant's server got it. */
export interface Received {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  readonly json: { readonly id: string; readonly type: string; readonly objectSeq: number; readonly objectNo: string };
}

/** A merchant's server on this machine. */
export interface Receiver {
  readonly url: string;
  readonly received: Received[];
  /** Requests that are being answered now, at most, since the last reset. */
  mostAtOnce: number;
  /** How the next requests are answered; 200 unless told. */
  answer: (response: ServerResponse, request: Received) => void | Promise<void>;
  reset(): void;
  close(): Promise<void>;
}

const ok = (response: ServerResponse): void => void response.writeHead(200).end("ok");

/** Starts a server that keeps what it is sent. */
export async function startReceiver(): Promise<Receiver> {
  let atOnce = 0;
  const server: Server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", async () => {
      const body = Buffer.concat(chunks).toString("utf8");
      const got: Received = { headers: request.headers, body, json: JSON.parse(body) as Received["json"] };
      receiver.received.push(got);
      atOnce += 1;
      receiver.mostAtOnce = Math.max(receiver.mostAtOnce, atOnce);
      await receiver.answer(response, got);
      atOnce -= 1;
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const receiver: Receiver = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`,
    received: [],
    mostAtOnce: 0,
    answer: ok,
    reset: () => {
      receiver.received.length = 0;
      receiver.mostAtOnce = 0;
      receiver.answer = ok;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return receiver;
}
