import { createHash } from "node:crypto";
import ssh2, { type Client, type FileEntryWithStats, type SFTPWrapper } from "ssh2";
import { connectOutside } from "./guarded-call.ts";
import type { ReachableHosts } from "./outbound-post.ts";
import { OutboundRefused } from "./public-fetch.ts";
import {
  type RemoteFault,
  type RemoteFile,
  type RemoteFiles,
  RemoteFilesError,
  remoteAnswerMs,
  remoteListing,
  remoteWorkMs,
} from "./remote-files.ts";

/** Host, user and expected host key of an SFTP server. */
export interface SftpPlace {
  readonly url: URL;
  readonly reach: ReachableHosts;
  readonly userName: string;
  /** A password, or a private key in OpenSSH or PEM format. */
  readonly secret: string;
  /** `SHA256:` and 43 characters; without it the client does not sign in. */
  readonly hostKey: string | null;
  readonly folder: string;
}

/** Fingerprint of a host key, as `ssh-keygen -lf` prints it. */
export const fingerprintOf = (key: Buffer): string =>
  `SHA256:${createHash("sha256").update(key).digest("base64").replace(/=+$/, "")}`;

const isPrivateKey = (secret: string): boolean => secret.includes("PRIVATE KEY-----");

const credentialsOf = ({ secret }: SftpPlace) => (isPrivateKey(secret) ? { privateKey: secret } : { password: secret });

interface SshError extends Error {
  readonly level?: string;
  readonly code?: number | string;
}

/** Faults by SFTP status code (draft-ietf-secsh-filexfer-02, section 7). */
const faultOfAnswer: Readonly<Record<number, RemoteFault>> = { 2: "folder_missing", 3: "not_permitted" };

function faultOf(host: string, error: SshError): RemoteFilesError {
  if (error instanceof RemoteFilesError) return error;
  if (error instanceof OutboundRefused) return new RemoteFilesError("address_refused", error.message);
  if (error.level === "client-authentication")
    return new RemoteFilesError("credentials_refused", `${host} does not accept user name and secret`);
  if (/cannot parse privateKey/i.test(error.message))
    return new RemoteFilesError("credentials_refused", `the private key cannot be read: ${error.message}`);
  const fault = typeof error.code === "number" ? (faultOfAnswer[error.code] ?? "unexpected") : "unreachable";
  return new RemoteFilesError(fault, `${host}: ${error.message}`);
}

/** Signs in once the host has presented the expected key. */
async function signIn(place: SftpPlace): Promise<Client> {
  const { url, userName, hostKey } = place;
  const sock = await connectOutside(url, { reach: place.reach, timeoutMs: remoteAnswerMs });
  const client = new ssh2.Client();
  let shown: string | undefined;
  return new Promise((resolve, reject) => {
    client.once("ready", () => resolve(client));
    client.on("error", (error) => {
      client.destroy();
      const isOther = shown !== undefined && shown !== hostKey;
      if (!isOther) return reject(error);
      const [fault, what] = hostKey
        ? (["host_key_changed", `has the key ${shown} in the place of ${hostKey}`] as const)
        : (["host_key_unknown", `shows the key ${shown}, which nobody has confirmed`] as const);
      reject(new RemoteFilesError(fault, `${url.host} ${what}`, shown));
    });
    client.once("close", () => reject(new Error("the connection was closed")));
    try {
      client.connect({
        sock,
        username: userName,
        ...credentialsOf(place),
        readyTimeout: remoteAnswerMs,
        // A host with another key receives neither name nor secret.
        hostVerifier: (key: Buffer) => {
          shown = fingerprintOf(key);
          return shown === hostKey;
        },
      });
    } catch (error) {
      sock.destroy();
      reject(error as Error);
    }
  });
}

const answered = <T>(ask: (done: (error: Error | undefined | null, value: T) => void) => unknown): Promise<T> =>
  new Promise((resolve, reject) => ask((error, value) => (error ? reject(error) : resolve(value))));

/** Runs a task; the connection is closed when the host stops answering, which fails the task. */
async function inTime<T>(client: Client, work: () => Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      client.destroy();
      reject(new Error("no answer"));
    }, remoteWorkMs);
  });
  return Promise.race([work(), late]).finally(() => clearTimeout(timer));
}

const listedOf = ({ filename, attrs }: FileEntryWithStats): RemoteFile => ({
  name: filename,
  bytes: attrs.size,
  modifiedTime: new Date(attrs.mtime * 1_000).toISOString(),
});

const isEnd = ({ code }: SshError): boolean => code === ssh2.utils.sftp.STATUS_CODE.EOF;

/** Answer by answer, so that a host that lists without end is left and not kept in memory. */
async function listWhole(sftp: SFTPWrapper, folder: string): Promise<readonly RemoteFile[]> {
  const handle = await answered<Buffer>((done) => sftp.opendir(folder, done));
  const listing = remoteListing();
  try {
    for (;;) {
      const entries = await answered<FileEntryWithStats[]>((done) => sftp.readdir(handle, done));
      listing.take(entries.filter(({ attrs }) => attrs.isFile()).map(listedOf));
    }
  } catch (error) {
    if (!isEnd(error as SshError)) throw error;
    return listing.files;
  } finally {
    sftp.close(handle, () => {});
  }
}

async function readWhole(sftp: SFTPWrapper, path: string, bytesMax: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of sftp.createReadStream(path) as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > bytesMax) throw new RemoteFilesError("too_large", `${path} is longer than ${bytesMax} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/**
 * Writes under a temporary name and renames once complete; servers without the extension do not replace on renaming.
 */
async function writeWhole(sftp: SFTPWrapper, path: string, content: Buffer): Promise<void> {
  const partial = `${path}.part`;
  await answered<void>((done) => sftp.writeFile(partial, content, (error) => done(error, undefined)));
  await answered<void>((done) => sftp.ext_openssh_rename(partial, path, (error) => done(error, undefined))).catch(
    async () => {
      await answered<void>((done) => sftp.unlink(path, () => done(undefined, undefined)));
      await answered<void>((done) => sftp.rename(partial, path, (error) => done(error, undefined)));
    },
  );
}

/** Opens a folder by SFTP. Throws {@link RemoteFilesError}. */
export async function openSftp(place: SftpPlace): Promise<RemoteFiles> {
  const { host } = place.url;
  const told = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      throw faultOf(host, error as SshError);
    }
  };
  const client = await told(() => signIn(place));
  const asked = <T>(work: () => Promise<T>): Promise<T> => told(() => inTime(client, work));
  const sftp = await asked(() => answered<SFTPWrapper>((done) => client.sftp(done)));
  const pathOf = (name: string) => (place.folder === "" ? name : `${place.folder.replace(/\/$/, "")}/${name}`);
  return {
    list: () =>
      asked(async () => (await listWhole(sftp, place.folder || ".")).toSorted((a, b) => (a.name < b.name ? -1 : 1))),
    read: (name, bytesMax) => asked(() => readWhole(sftp, pathOf(name), bytesMax)),
    write: (name, content) => asked(() => writeWhole(sftp, pathOf(name), content)),
    close: async () => {
      client.end();
    },
  };
}
