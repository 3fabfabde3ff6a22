import { type AddressInfo, createServer, type Socket } from "node:net";
import { createSecureContext, TLSSocket } from "node:tls";
import { BerReader, BerWriter, type Filter, FilterParser } from "ldapts";
import { selfSigned, type TestCertificate } from "./certificates.ts";

/** An entry as the directory keeps it: its attributes by the names they are told under. */
export interface FakeEntry {
  readonly dn: string;
  readonly attributes: Readonly<Record<string, string | Buffer>>;
}

/** What the directory does in the place of answering as it should. */
export type DirectoryMisconduct =
  | "silent"
  | "garbage"
  | "closes"
  | "cutOff"
  | "noStartTls"
  | "plainAfterStartTls"
  | "endless";

/** A directory of this process, for what a real one cannot be made to do. */
export interface FakeDirectory {
  readonly port: number;
  readonly certificate: TestCertificate;
  readonly entries: FakeEntry[];
  /** Passwords by name, in small letters. */
  readonly passwords: Map<string, string>;
  /** Names and passwords of every bind, as they came. */
  readonly binds: { readonly dn: string; readonly password: string }[];
  /** Filters of every search, as they were understood. */
  readonly filters: string[];
  misconduct: DirectoryMisconduct | undefined;
  close(): Promise<void>;
}

export const readerDn = "cn=reader,dc=house,dc=example";
export const readerPassword = "quiet-Harbour-71";

const codes = { success: 0, protocolError: 2, sizeLimit: 4, noSuchObject: 32, invalidCredentials: 49 } as const;

interface Message {
  readonly id: number;
  readonly op: number;
  readonly reader: BerReader;
}

function answer(id: number, op: number, body: (writer: BerWriter) => void): Buffer {
  const writer = new BerWriter();
  writer.startSequence();
  writer.writeInt(id);
  writer.startSequence(op);
  body(writer);
  writer.endSequence();
  writer.endSequence();
  return writer.buffer;
}

const ended = (id: number, op: number, code: number): Buffer =>
  answer(id, op, (writer) => {
    writer.writeEnumeration(code);
    writer.writeString("");
    writer.writeString("");
  });

const entryAnswer = (id: number, { dn, attributes }: FakeEntry): Buffer =>
  answer(id, 0x64, (writer) => {
    writer.writeString(dn);
    writer.startSequence();
    for (const [name, value] of Object.entries(attributes)) {
      writer.startSequence();
      writer.writeString(name);
      writer.startSequence(0x31);
      writer.writeBuffer(Buffer.from(value as string), 0x04);
      writer.endSequence();
      writer.endSequence();
    }
    writer.endSequence();
  });

/** The messages that have come whole; what is left of the bytes is returned. */
function messagesIn(bytes: Buffer, each: (message: Message) => void): Buffer {
  let rest = bytes;
  for (;;) {
    const reader = new BerReader(rest);
    const tag = rest.length > 1 ? reader.readSequence() : null;
    if (tag === null) return rest;
    const end = reader.offset + reader.length;
    if (end > rest.length) return rest;
    const own = new BerReader(rest.subarray(0, end));
    own.readSequence();
    const id = own.readInt() ?? 0;
    const op = own.readSequence() ?? 0;
    each({ id, op, reader: own });
    rest = rest.subarray(end);
  }
}

const matches = (filter: Filter, { attributes }: FakeEntry): boolean =>
  filter.matches(
    Object.fromEntries(Object.entries(attributes).map(([name, value]) => [name.toLowerCase(), value.toString()])),
  );

/** An answer that goes on and never ends. */
const padding = "x".repeat(60_000);
const endlessAnswers = 200;

type Kept = Omit<FakeDirectory, "port" | "close">;

function onBind(kept: Kept, { id, reader }: Message): Buffer {
  reader.readInt();
  const dn = reader.readString() ?? "";
  const password = reader.readString(0x80) ?? "";
  kept.binds.push({ dn, password });
  // As every directory does: no password, nobody in particular, and no error.
  const isIn = password === "" || kept.passwords.get(dn.toLowerCase()) === password;
  return ended(id, 0x61, isIn ? codes.success : codes.invalidCredentials);
}

function onSearch(kept: Kept, { id, reader }: Message): Buffer[] {
  const base = (reader.readString() ?? "").toLowerCase();
  reader.readEnumeration();
  reader.readEnumeration();
  reader.readInt();
  reader.readInt();
  reader.readBoolean();
  const filter = FilterParser.parse(reader);
  kept.filters.push(filter.toString());
  const below = kept.entries.filter(({ dn }) => dn.toLowerCase().endsWith(base));
  if (below.length === 0 && kept.entries.length > 0) return [ended(id, 0x65, codes.noSuchObject)];
  const found = below.filter((entry) => matches(filter, entry));
  const isCut = kept.misconduct === "cutOff";
  const [first] = found;
  if (kept.misconduct === "endless" && first)
    return Array<Buffer>(endlessAnswers).fill(
      entryAnswer(id, { ...first, attributes: { ...first.attributes, padding } }),
    );
  return [
    ...found.slice(0, isCut ? 1 : found.length).map((entry) => entryAnswer(id, entry)),
    ended(id, 0x65, isCut ? codes.sizeLimit : codes.success),
  ];
}

/** Talks with one client; a plain one may go on under TLS. */
function converse(kept: Kept, socket: Socket, startTls: () => Socket): void {
  let rest: Buffer = Buffer.alloc(0);
  socket.on("error", () => {});
  const onData = (chunk: Buffer): void => {
    if (kept.misconduct === "silent") return;
    if (kept.misconduct === "closes") return void socket.destroy();
    if (kept.misconduct === "garbage") return void socket.write("HTTP/1.1 400 Bad Request\r\n\r\n");
    rest = messagesIn(Buffer.concat([rest, chunk]), (message) => {
      if (message.op === 0x60) socket.write(onBind(kept, message));
      if (message.op === 0x63) for (const part of onSearch(kept, message)) socket.write(part);
      if (message.op === 0x42) socket.end();
      if (message.op !== 0x77) return;
      const isRefused = kept.misconduct === "noStartTls";
      socket.write(ended(message.id, 0x78, isRefused ? codes.protocolError : codes.success));
      if (isRefused) return;
      socket.removeListener("data", onData);
      if (kept.misconduct === "plainAfterStartTls") return;
      converse(kept, startTls(), startTls);
    });
  };
  socket.on("data", onData);
}

/** Starts a directory that speaks LDAPS, or offers StartTLS, under a certificate for 127.0.0.1. */
export async function startDirectory({
  tls = "ldaps",
  certificate = selfSigned("127.0.0.1"),
}: {
  readonly tls?: "ldaps" | "starttls";
  readonly certificate?: TestCertificate;
} = {}): Promise<FakeDirectory> {
  const kept: Kept = {
    certificate,
    entries: [],
    passwords: new Map([[readerDn, readerPassword]]),
    binds: [],
    filters: [],
    misconduct: undefined,
  };
  const secureContext = createSecureContext(certificate);
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => {});
    socket.on("close", () => sockets.delete(socket));
    const startTls = () => new TLSSocket(socket, { isServer: true, secureContext });
    converse(state, tls === "ldaps" ? startTls() : socket, startTls);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const state: FakeDirectory = Object.assign(kept, {
    port: (server.address() as AddressInfo).port,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  });
  return state;
}

/** Somebody in the directory, with a password. */
export function enter(
  directory: FakeDirectory,
  account: string,
  more: Readonly<Record<string, string>> = {},
  branch = "ou=People",
): FakeEntry {
  const dn = `uid=${account},${branch},dc=house,dc=example`;
  const attributes = {
    objectClass: "person",
    uid: account,
    entryUUID: `id-of-${account}`,
    cn: `${account} Example`,
    mail: `${account}@house.example`,
    ...more,
  };
  const entry = { dn, attributes };
  directory.entries.push(entry);
  directory.passwords.set(dn.toLowerCase(), `password-of-${account}`);
  return entry;
}
