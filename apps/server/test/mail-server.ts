import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { SMTPServer } from "smtp-server";

/** A mail server that keeps what it is sent. */
export interface MailServer {
  readonly port: number;
  /** Mails as they came over the wire, with the address each was for. */
  readonly mails: { readonly to: string; readonly source: string }[];
  /** Addresses whose mail is not taken. */
  readonly refused: Set<string>;
  close(): Promise<void>;
}

/** Starts a mail server on a free port; with `encrypts` it offers STARTTLS under a certificate that nobody signed. */
export async function startMailServer({ encrypts = false } = {}): Promise<MailServer> {
  const mails: MailServer["mails"] = [];
  const refused = new Set<string>();
  const server = new SMTPServer({
    disabledCommands: encrypts ? [] : ["STARTTLS"],
    allowInsecureAuth: true,
    onAuth: ({ username, password }, _session, done) =>
      username === "books" && password === "pass"
        ? done(null, { user: username })
        : done(new Error("wrong user or password")),
    onRcptTo: ({ address }, _session, done) => (refused.has(address) ? done(new Error("the mailbox is full")) : done()),
    onData: (stream, { envelope }, done) => {
      text(stream).then((source) => {
        mails.push(...envelope.rcptTo.map(({ address }) => ({ to: address, source })));
        done();
      }, done);
    },
  });
  server.on("error", () => {});
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.server.address() as AddressInfo;
  return {
    port,
    mails,
    refused,
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}
