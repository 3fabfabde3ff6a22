import { isIP, type Socket } from "node:net";
import { type ConnectionOptions, connect as connectTls, type TLSSocket } from "node:tls";
import { asKeptText, hasCardNumber } from "@countinghouse/contract/platform/card-number.ts";
import { Client, type Entry, Filter, FilterParser, ResultCodeError } from "ldapts";
import { connectOutside } from "./guarded-call.ts";
import type { ReachableHosts } from "./outbound-post.ts";
import { OutboundRefused } from "./public-fetch.ts";

/** Why a directory could not be queried, or its answer not used. */
export type DirectoryFault =
  | "address_refused"
  | "name_unknown"
  | "unreachable"
  | "silent"
  | "certificate_refused"
  | "starttls_refused"
  | "credentials_refused"
  | "base_missing"
  | "not_permitted"
  | "filter_refused"
  | "answer_cut"
  | "nobody"
  | "code_missing"
  | "ambiguous"
  | "too_many_gone"
  | "moved"
  | "unexpected";

/** Values for a fault's message: a host, a base, an entry. */
export type DirectoryFacts = Readonly<Record<string, string | number>>;

/** The directory could not be queried, or its answer cannot be used. */
export class DirectoryError extends Error {
  override readonly name = "DirectoryError";
  readonly fault: DirectoryFault;
  readonly facts: DirectoryFacts;

  /**
   * `message` is the server's own, for the operator who configured the directory; `facts` fill the message of the
   * fault.
   */
  constructor(fault: DirectoryFault, message: string, facts: DirectoryFacts = {}) {
    super(asKeptText(message));
    this.fault = fault;
    this.facts = Object.fromEntries(
      Object.entries(facts).map(([name, fact]) => [name, typeof fact === "string" ? asKeptText(fact) : fact]),
    );
  }
}

/** Address of a directory, and how its servers are authenticated. */
export interface DirectoryPlace {
  readonly hosts: readonly string[];
  readonly port: number;
  readonly tls: "ldaps" | "starttls";
  /** PEM; the system's certificate authorities without it. */
  readonly caCertificate: string | null;
  readonly reach: ReachableHosts;
  /** For the connection, and for each answer, in milliseconds; 5,000 by default. */
  readonly timeoutMs?: number;
}

/** A directory entry: attribute names in lower case, the first value of each. */
export interface DirectoryEntry {
  readonly dn: string;
  text(attribute: string): string | null;
  /** What never changes of the entry: its text, or in hex where that is none that may be kept. */
  code(attribute: string): string | null;
}

/** An open connection to one server of a directory. */
export interface Directory {
  /** The connected server. */
  readonly host: string;
  /** Binds (signs in). Throws {@link DirectoryError} `credentials_refused` for a wrong name or password. */
  bind(dn: string, password: string): Promise<void>;
  /**
   * At most so many entries below a base, complete or not at all: throws for a truncated answer, and for one that is
   * longer than these entries can be.
   */
  search(base: string, filter: string, attributes: readonly string[], most: number): Promise<DirectoryEntry[]>;
  close(): Promise<void>;
}

const answerMs = 5_000;
const pageSize = 500;
/** Limit on a connection's received bytes; no directory that we read sends more. */
const bytesMax = 256 * 1_048_576;
/** What everything beside the entries of a search takes, and an entry of the few attributes that we ask for. */
const bytesBeside = 1_048_576;
const bytesOfEntry = 65_536;

/** Escapes a value for a filter (RFC 4515). */
export const escapedForFilter = (text: string): string => Filter.escape(text);

/** Whether a text is a valid filter (RFC 4515). */
export function isFilter(text: string): boolean {
  // The parser accepts an unbalanced parenthesis; a literal one is written as \28 or \29.
  const isClosed = text.split("(").length === text.split(")").length;
  try {
    FilterParser.parseString(text);
    return isClosed;
  } catch {
    return false;
  }
}

/** Faults by result code (RFC 4511, appendix A). */
const faultOfCode: Readonly<Record<number, DirectoryFault>> = {
  3: "silent",
  4: "answer_cut",
  8: "credentials_refused",
  10: "base_missing",
  11: "answer_cut",
  18: "filter_refused",
  32: "base_missing",
  34: "credentials_refused",
  48: "credentials_refused",
  49: "credentials_refused",
  50: "not_permitted",
};

const certificateCodes = /^(?:ERR_TLS_CERT|CERT_|UNABLE_TO_|SELF_SIGNED|DEPTH_ZERO|HOSTNAME_MISMATCH)/;

function faultOf(error: Error & { readonly code?: number | string }, facts: DirectoryFacts): DirectoryError {
  if (error instanceof DirectoryError) return error;
  if (error instanceof OutboundRefused) return new DirectoryError("address_refused", error.message, facts);
  const { code, message } = error;
  if (error instanceof ResultCodeError)
    return new DirectoryError(faultOfCode[error.code] ?? "unexpected", message, facts);
  if (code === "ENOTFOUND" || code === "EAI_AGAIN") return new DirectoryError("name_unknown", message, facts);
  if (typeof code === "string" && certificateCodes.test(code))
    return new DirectoryError("certificate_refused", message, facts);
  if (/timed out|timeout|no answer/i.test(message)) return new DirectoryError("silent", message, facts);
  if (typeof code === "string" || /closed|socket/i.test(message))
    return new DirectoryError("unreachable", message, facts);
  return new DirectoryError("unexpected", message, facts);
}

const certificates = (pem: string | null): string[] | undefined =>
  pem?.match(/-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----/g) ?? undefined;

/** The host name that the certificate must match, and the authorities that may have signed it. */
function tlsOptions({ caCertificate }: DirectoryPlace, host: string): ConnectionOptions {
  const ca = certificates(caCertificate);
  return {
    host,
    ...(isIP(host) === 0 ? { servername: host } : {}),
    ...(ca ? { ca } : {}),
    minVersion: "TLSv1.2",
    rejectUnauthorized: true,
  };
}

function secured(socket: Socket, options: ConnectionOptions, timeoutMs: number): Promise<TLSSocket> {
  return new Promise((resolve, reject) => {
    const wrapped = connectTls({ ...options, socket });
    const timer = setTimeout(() => wrapped.destroy(new Error("no answer to the TLS handshake")), timeoutMs);
    const fail = (error: Error & { readonly code?: string }): void => {
      clearTimeout(timer);
      socket.destroy();
      // A server without TLS on this port hangs up, or answers in another protocol.
      const isTrust = certificateCodes.test(error.code ?? "");
      reject(isTrust ? error : new DirectoryError("silent", error.message, { host: options.host ?? "" }));
    };
    wrapped.once("error", fail);
    wrapped.once("secureConnect", () => {
      clearTimeout(timer);
      wrapped.removeListener("error", fail);
      resolve(wrapped);
    });
  });
}

/** How many bytes a connection may receive, and has received. */
interface ByteBudget {
  received: number;
  most: number;
}

const isSpent = ({ received, most }: ByteBudget): boolean => received > most;

/** Closes a connection that receives more than it may; of a connection under TLS its content is counted. */
function bounded<S extends Socket>(socket: S, budget: ByteBudget): S {
  socket.on("data", (chunk: Buffer) => {
    budget.received += chunk.length;
    if (isSpent(budget)) socket.destroy(new Error("the answer is too long"));
  });
  return socket;
}

const firstOf = (value: Buffer | Buffer[] | string[] | string | undefined): Buffer | undefined => {
  const one = Array.isArray(value) ? value[0] : value;
  return one === undefined ? undefined : Buffer.isBuffer(one) ? one : Buffer.from(one, "utf8");
};

function entryOf(raw: Entry): DirectoryEntry {
  const values = new Map(Object.entries(raw).map(([name, value]) => [name.toLowerCase(), value]));
  const bytes = (attribute: string): Buffer | undefined => {
    const found = firstOf(values.get(attribute.toLowerCase()));
    return found && found.length > 0 ? found : undefined;
  };
  return {
    dn: raw.dn,
    text: (attribute) => asKeptText(bytes(attribute)?.toString("utf8") ?? "") || null,
    code: (attribute) => {
      const found = bytes(attribute);
      if (!found) return null;
      const text = found.toString("utf8");
      const isText = /^[\x21-\x7e]{1,128}$/.test(text) && !hasCardNumber(text);
      return (isText ? text : found.toString("hex")).slice(0, 256);
    },
  };
}

async function openAt(host: string, place: DirectoryPlace): Promise<Directory> {
  const { port, tls, reach, timeoutMs = answerMs } = place;
  const facts = { host };
  const options = tlsOptions(place, host);
  try {
    const url = new URL(`ldap://${host}:${port}`);
    // The URL parser normalises host names only for schemes it knows.
    const tcp = await connectOutside(new URL(`tcp://${url.hostname}:${port}`), { reach, timeoutMs });
    const budget = { received: 0, most: bytesMax };
    const socket = bounded(tls === "ldaps" ? await secured(tcp, options, timeoutMs) : tcp, budget);
    let isUsed = false;
    const client = new Client({
      url: url.href,
      timeout: timeoutMs,
      connectTimeout: timeoutMs,
      createConnection: (() => {
        // A broken connection is not reopened by the library, where the address would not be checked.
        if (isUsed) throw new Error("the connection was closed");
        isUsed = true;
        return socket;
      }) as never,
      // After StartTLS the bytes are read from the connection under TLS alone.
      createSecureConnection: ((inside: ConnectionOptions) => bounded(connectTls(inside), budget)) as never,
    });
    if (tls === "starttls") await startTls(client, options, { facts, tcp, timeoutMs });
    return connected(client, host, { ...place, budget });
  } catch (error) {
    throw faultOf(error as Error, facts);
  }
}

/** Upgrades to TLS or fails: nothing confidential has been sent before. */
async function startTls(
  client: Client,
  options: ConnectionOptions,
  { facts, tcp, timeoutMs }: { readonly facts: DirectoryFacts; readonly tcp: Socket; readonly timeoutMs: number },
): Promise<void> {
  // The library waits for the handshake without a time limit.
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error("no answer to the TLS handshake")), timeoutMs);
  });
  try {
    await Promise.race([client.startTLS(options), late]);
  } catch (error) {
    tcp.destroy();
    if (error instanceof ResultCodeError) throw new DirectoryError("starttls_refused", error.message, facts);
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

function connected(
  client: Client,
  host: string,
  { timeoutMs = answerMs, budget }: DirectoryPlace & { readonly budget: ByteBudget },
): Directory {
  return {
    host,
    bind: async (dn, password) => {
      // A bind without a password succeeds as anonymous (RFC 4513, 5.1.2): it must never count as a sign-in.
      if (password === "" || dn === "")
        throw new DirectoryError("credentials_refused", "no name or password", { host });
      try {
        await client.bind(dn, password);
      } catch (error) {
        throw faultOf(error as Error, { host });
      }
    },
    search: async (base, filter, attributes, most) => {
      const facts = { host, base, filter };
      budget.most = Math.min(bytesMax, budget.received + bytesBeside + most * bytesOfEntry);
      try {
        const found: DirectoryEntry[] = [];
        const pages = client.searchPaginated(base, {
          scope: "sub",
          filter,
          attributes: [...attributes],
          explicitBufferAttributes: [...attributes],
          timeLimit: Math.ceil(timeoutMs / 1000),
          paged: { pageSize: Math.min(pageSize, most) },
        });
        for await (const { searchEntries } of pages) {
          found.push(...searchEntries.map(entryOf));
          if (found.length >= most) break;
        }
        // A server may send more than the page that was asked for.
        return found.slice(0, most);
      } catch (error) {
        if (isSpent(budget)) throw new DirectoryError("answer_cut", "the answer is too long", facts);
        throw faultOf(error as Error, facts);
      }
    },
    close: async () => {
      await client.unbind().catch(() => {});
    },
  };
}

/** Faults after which another server may be tried. */
const isOfServer: ReadonlySet<DirectoryFault> = new Set(["name_unknown", "unreachable", "silent"]);

/** Connects to the first server of a directory that answers. Throws the {@link DirectoryError} of the last one. */
export async function openDirectory(place: DirectoryPlace): Promise<Directory> {
  let last: unknown;
  for (const host of place.hosts) {
    try {
      return await openAt(host, place);
    } catch (error) {
      if (!(error instanceof DirectoryError && isOfServer.has(error.fault))) throw error;
      last = error;
    }
  }
  throw last ?? new DirectoryError("address_refused", "no server is named");
}
