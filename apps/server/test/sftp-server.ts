import { createHash } from "node:crypto";
import type { AddressInfo } from "node:net";
import ssh2, { type Attributes, type Connection, type ParsedKey, type SFTPWrapper } from "ssh2";

/** A file as the server keeps it. */
interface KeptFile {
  readonly content: Buffer;
  /** When it was written, in seconds. */
  readonly time: number;
}

/** An SFTP server of this process that keeps its files in memory, below one folder. */
export interface SftpServer {
  readonly port: number;
  /** The fingerprint of its key. */
  readonly hostKey: string;
  /** A key that signs in as well as the password does. */
  readonly privateKey: string;
  /** Files by their whole path. */
  readonly files: Map<string, KeptFile>;
  /** How many signed in, and how many showed a secret at all. */
  readonly count: { signedIn: number; asked: number };
  /** Paths that may not be touched. */
  readonly forbidden: Set<string>;
  /** Puts a file there, as old as told in seconds. */
  put(path: string, content: string | Buffer, at: Date): void;
  close(): Promise<void>;
}

export const sftpUser = "books";
export const sftpPassword = "correct horse";

const { STATUS_CODE, OPEN_MODE } = ssh2.utils.sftp;

const attributes = (size: number, time: number, isFolder = false): Attributes => ({
  mode: isFolder ? 0o040_755 : 0o100_644,
  uid: 0,
  gid: 0,
  size,
  atime: time,
  mtime: time,
});

interface Handle {
  readonly path: string;
  readonly chunks: Buffer[];
  isListed: boolean;
}

/** Answers one session of SFTP from the files. */
function serve(sftp: SFTPWrapper, server: Pick<SftpServer, "files" | "forbidden">, folder: string): void {
  const { files, forbidden } = server;
  const handles = new Map<number, Handle>();
  let last = 0;
  const opened = (path: string): Buffer => {
    last += 1;
    handles.set(last, { path, chunks: [], isListed: false });
    const handle = Buffer.alloc(4);
    handle.writeUInt32BE(last);
    return handle;
  };
  const of = (handle: Buffer) => handles.get(handle.readUInt32BE()) as Handle;
  const isForbidden = (path: string) => forbidden.has(path);
  sftp.on("OPENDIR", (id, path) => {
    if (path !== folder) return sftp.status(id, STATUS_CODE.NO_SUCH_FILE);
    sftp.handle(id, opened(path));
  });
  sftp.on("READDIR", (id, handle) => {
    const listing = of(handle);
    if (listing.isListed) return sftp.status(id, STATUS_CODE.EOF);
    listing.isListed = true;
    const own = [...files].filter(([path]) => path.startsWith(`${folder}/`));
    sftp.name(id, [
      { filename: "archive", longname: "archive", attrs: attributes(0, 0, true) },
      ...own.map(([path, { content, time }]) => {
        const filename = path.slice(folder.length + 1);
        return { filename, longname: filename, attrs: attributes(content.length, time) };
      }),
    ]);
  });
  sftp.on("OPEN", (id, path, flags) => {
    if (isForbidden(path)) return sftp.status(id, STATUS_CODE.PERMISSION_DENIED);
    const isWriting = (flags & OPEN_MODE.WRITE) !== 0;
    if (!isWriting && !files.has(path)) return sftp.status(id, STATUS_CODE.NO_SUCH_FILE);
    if (isWriting) files.set(path, { content: Buffer.alloc(0), time: Math.floor(Date.now() / 1_000) });
    sftp.handle(id, opened(path));
  });
  const stat = (id: number, path: string) => {
    const file = files.get(path);
    if (!file) return sftp.status(id, STATUS_CODE.NO_SUCH_FILE);
    sftp.attrs(id, attributes(file.content.length, file.time));
  };
  sftp.on("STAT", stat);
  sftp.on("FSTAT", (id, handle) => stat(id, of(handle).path));
  sftp.on("FSETSTAT", (id) => sftp.status(id, STATUS_CODE.OK));
  sftp.on("READ", (id, handle, offset, length) => {
    const { content } = files.get(of(handle).path) as KeptFile;
    if (offset >= content.length) return sftp.status(id, STATUS_CODE.EOF);
    sftp.data(id, content.subarray(offset, offset + length));
  });
  sftp.on("WRITE", (id, handle, offset, data) => {
    const { path } = of(handle);
    const before = files.get(path)?.content ?? Buffer.alloc(0);
    const content = Buffer.concat([before.subarray(0, offset), data]);
    files.set(path, { content, time: Math.floor(Date.now() / 1_000) });
    sftp.status(id, STATUS_CODE.OK);
  });
  sftp.on("CLOSE", (id, handle) => {
    handles.delete(handle.readUInt32BE());
    sftp.status(id, STATUS_CODE.OK);
  });
  sftp.on("REMOVE", (id, path) => {
    sftp.status(id, files.delete(path) ? STATUS_CODE.OK : STATUS_CODE.NO_SUCH_FILE);
  });
  sftp.on("RENAME", (id, from, to) => {
    const file = files.get(from);
    // As version 3 of the protocol has it: nothing is replaced.
    if (!file || files.has(to)) return sftp.status(id, STATUS_CODE.FAILURE);
    files.delete(from);
    files.set(to, file);
    sftp.status(id, STATUS_CODE.OK);
  });
}

/** A new key pair. One in two hundred that ssh2 1.17 makes is malformed by its own reading; those are made again. */
export function newSshKeys(): { readonly private: string; readonly public: string; readonly parsed: ParsedKey } {
  const made = ssh2.utils.generateKeyPairSync("ed25519");
  const parsed = ssh2.utils.parseKey(made.private);
  return parsed instanceof Error ? newSshKeys() : { ...made, parsed };
}

/** Starts a server on a free port of this machine. */
export async function startSftpServer(folder = "/outbox"): Promise<SftpServer> {
  const [host, client] = [newSshKeys(), newSshKeys()];
  const connections = new Set<Connection>();
  const kept = { files: new Map<string, KeptFile>(), forbidden: new Set<string>(), count: { signedIn: 0, asked: 0 } };
  const server = new ssh2.Server({ hostKeys: [host.private] }, (connection) => {
    connections.add(connection);
    connection.on("error", () => {});
    connection.on("close", () => connections.delete(connection));
    connection.on("authentication", (ctx) => {
      if (ctx.method !== "none") kept.count.asked += 1;
      const isPassword = ctx.method === "password" && ctx.password === sftpPassword;
      const isKey = ctx.method === "publickey" && ctx.key.data.equals(client.parsed.getPublicSSH());
      if (ctx.username === sftpUser && (isPassword || isKey)) return ctx.accept();
      ctx.reject(["password", "publickey"]);
    });
    connection.on("ready", () => {
      kept.count.signedIn += 1;
      connection.on("session", (accept) => {
        accept().on("sftp", (acceptSftp) => serve(acceptSftp(), kept, folder));
      });
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const digest = createHash("sha256").update(host.parsed.getPublicSSH()).digest("base64");
  return {
    ...kept,
    port: (server.address() as AddressInfo).port,
    hostKey: `SHA256:${digest.replace(/=+$/, "")}`,
    privateKey: client.private,
    put: (path, content, at) =>
      void kept.files.set(path, { content: Buffer.from(content), time: Math.floor(at.getTime() / 1_000) }),
    close: async () => {
      for (const connection of connections) connection.end();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}
