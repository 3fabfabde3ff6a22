/** A file on a remote host, as the folder lists it. */
export interface RemoteFile {
  readonly name: string;
  readonly bytes: number;
  readonly modifiedTime: string;
}

/** A remote folder, opened for one task. */
export interface RemoteFiles {
  /** The files of the folder itself, sorted by name. */
  list(): Promise<RemoteFile[]>;
  /** Reads a whole file. Throws {@link RemoteFilesError} where it is longer than the limit. */
  read(name: string, bytesMax: number): Promise<Buffer>;
  /** Writes a file atomically: readers see all of it or nothing. Replaces one of the same name. */
  write(name: string, content: Buffer): Promise<void>;
  close(): Promise<void>;
}

/** Why a remote folder could not be used. */
export type RemoteFault =
  | "address_refused"
  | "unreachable"
  | "host_key_unknown"
  | "host_key_changed"
  | "credentials_refused"
  | "folder_missing"
  | "not_permitted"
  | "too_large"
  | "unexpected";

/** The remote folder could not be reached, or refused the request; the message is for people. */
export class RemoteFilesError extends Error {
  override readonly name = "RemoteFilesError";
  readonly fault: RemoteFault;
  /** The fingerprint of the host key that was presented, where the fault is about it. */
  readonly hostKey: string | undefined;
  constructor(fault: RemoteFault, message: string, hostKey?: string) {
    super(message);
    this.fault = fault;
    this.hostKey = hostKey;
  }
}

/** Files that a folder may hold: more are not looked through, and none is left out in silence. */
const remoteFilesMax = 100_000;
/** Answers to one listing, whatever they hold: a host may list nothing without end. */
const listingAnswersMax = 20_000;

/** Collects a listing that comes in several answers, and refuses one that goes on and on. */
export function remoteListing() {
  const files: RemoteFile[] = [];
  let answers = 0;
  return {
    files,
    take(some: readonly RemoteFile[]): void {
      answers += 1;
      if (files.length + some.length > remoteFilesMax || answers > listingAnswersMax)
        throw new RemoteFilesError("too_large", `the folder holds more than ${remoteFilesMax} files`);
      files.push(...some);
    },
  };
}

/** Time to connect, in milliseconds. */
export const remoteAnswerMs = 30_000;
/** Time for one task with a folder, in milliseconds: a large file over a slow line. */
export const remoteWorkMs = 600_000;
