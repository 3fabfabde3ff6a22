import type { Socket } from "node:net";
import { createTransport } from "nodemailer";
import type SMTPTransport from "nodemailer/lib/smtp-transport/index.js";
import type { MailSettings } from "../config/outside-config.ts";

/** One e-mail to one recipient. */
export interface MailMessage {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  /** The same for a repeated send, so that the recipient's server can drop it. */
  readonly messageId: string;
  readonly attachment?: { readonly filename: string; readonly content: string | Buffer; readonly contentType: string };
}

const waitMs = 20_000;

/** Connects to a mail server configured on the console; one configured by the environment may be any. */
export type DialMail = () => Promise<Socket>;

const dialling = (dial: DialMail): Pick<SMTPTransport.Options, "getSocket"> => ({
  getSocket: (_options, done) =>
    void dial().then(
      (connection) => done(null, { connection }),
      (error: Error) => done(error, {}),
    ),
});

/**
 * Sends a mail by SMTP. Throws a worded error where it was not accepted. Sends nothing to a server without a valid
 * certificate, or without TLS where it is required.
 */
export async function sendMail(
  { host, port, tls, user, password, from }: MailSettings,
  mail: MailMessage,
  dial?: DialMail,
): Promise<void> {
  const transport = createTransport({
    host,
    port,
    secure: tls === "implicit",
    requireTLS: tls === "starttls",
    ignoreTLS: tls === "none",
    ...(user === undefined ? {} : { auth: { user, pass: password ?? "" } }),
    connectionTimeout: waitMs,
    greetingTimeout: waitMs,
    socketTimeout: waitMs,
    disableFileAccess: true,
    disableUrlAccess: true,
    ...(dial ? dialling(dial) : {}),
  });
  const { attachment, ...rest } = mail;
  try {
    await transport.sendMail({ ...rest, from, attachments: attachment ? [attachment] : [] });
  } catch (error) {
    throw new Error(`the mail server ${host}:${port} did not take the mail: ${(error as Error).message}`, {
      cause: error,
    });
  } finally {
    transport.close();
  }
}
