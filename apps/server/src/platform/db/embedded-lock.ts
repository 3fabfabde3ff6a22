import { stat } from "node:fs/promises";
import net from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { EmbeddedError } from "./embedded-error.ts";

/** Exclusive lock on a directory, held until released or until the process dies, however it dies. */
export interface DirectoryLock {
  release(): Promise<void>;
}

const attempts = 20;

/**
 * Makes this process the only one that runs the database in `directory`; refuses with `directoryLocked`.
 *
 * The lock is a listening socket in the kernel's abstract namespace, named by device and inode. Unlike a lock file it
 * does not survive `kill -9`, so there is no stale lock to detect and no race between two processes that detect it. A
 * process that connects is told the owner's process id.
 */
export async function lockDirectory(directory: string): Promise<DirectoryLock> {
  const { dev, ino } = await stat(directory);
  const name = `\0countinghouse/${dev}/${ino}`;
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const server = await listen(name);
    if (server !== undefined) {
      return { release: () => new Promise((resolve) => server.close(() => resolve())) };
    }
    const owner = await askOwner(name);
    if (owner !== undefined) {
      throw new EmbeddedError(
        "directoryLocked",
        `The data directory ${directory} is in use by process ${owner}: stop that process, or set COUNTINGHOUSE_DATA to another directory.`,
      );
    }
    // The owner exited between the two calls.
    await sleep(50);
  }
  throw new EmbeddedError(
    "directoryLocked",
    `The data directory ${directory} is in use by a process that does not answer.`,
  );
}

function listen(name: string): Promise<net.Server | undefined> {
  return new Promise((resolve, reject) => {
    const server = net.createServer((socket) => {
      socket.on("error", () => socket.destroy());
      socket.end(String(process.pid));
    });
    server.once("error", (error: NodeJS.ErrnoException) => {
      if (error.code === "EADDRINUSE") resolve(undefined);
      else reject(error);
    });
    server.listen(name, () => resolve(server.unref()));
  });
}

function askOwner(name: string): Promise<string | undefined> {
  return new Promise((resolve) => {
    let answer = "";
    const socket = net.connect(name);
    socket.setEncoding("utf8").setTimeout(2000, () => socket.destroy());
    socket.on("data", (chunk: string) => {
      answer += chunk;
    });
    socket.once("error", () => resolve(undefined));
    socket.once("close", () => resolve(answer === "" ? undefined : answer));
  });
}
