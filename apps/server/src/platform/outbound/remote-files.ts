/** A file that lies at somebody else's, as the folder lists it. */
export interface RemoteFile {
  readonly name: string;
  readonly bytes: number;
  readonly modifiedTime: string;
}

/** A folder at somebody else's, opened for one piece of work. */
export interface RemoteFiles {
  /** The files of the folder itself, by name. */
  list(): Promise<RemoteFile[]>;
  /** A whole file. Throws {@link RemoteFilesError} where it is longer than that. */
  read(name: string, bytesMax: number): Promise<Buffer>;
  /** Puts a file there whole: readers see all of it or nothing. One of the same name is replaced. */
  write(name: string, content: Buffer): Promise<void>;
  close(): Promise<void>;
}

/** Why a folder could not be used. */
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

/** A folder that could not be reached, or refused what was asked; its message is for people. */
export class RemoteFilesError extends Error {
  override readonly name = "RemoteFilesError";
  readonly fault: RemoteFault;
  /** The fingerprint of the key that the host showed, where that is what it is about. */
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

/** For a connection to begin, in ms. */
export const remoteAnswerMs = 30_000;
/** For one piece of work with a folder, in ms: a large file over a slow line. */
export const remoteWorkMs = 600_000;
