import { spawn } from "node:child_process";
import { connect } from "node:net";
import type { ScannerSettings } from "../../../platform/config/scanner-config.ts";

/** Verdict of a scanner: clean, or the name of the threat. Throws where there is none. */
export type ScanVerdict = { readonly isClean: true } | { readonly isClean: false; readonly finding: string };

const waitMs = 120_000;

/** Scans the content of a file. */
export const scan = (scanner: ScannerSettings, content: AsyncIterable<Uint8Array>): Promise<ScanVerdict> =>
  scanner.kind === "command" ? scanByCommand(scanner.program, content) : scanByDaemon(scanner, content);

/** Scans by a program that reads the file from standard input: exit code 0 for clean and 1 for a threat. */
function scanByCommand(program: string, content: AsyncIterable<Uint8Array>): Promise<ScanVerdict> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, [], { stdio: ["pipe", "pipe", "ignore"], timeout: waitMs, shell: false });
    let said = "";
    child.stdout.on("data", (piece: Buffer) => {
      if (said.length < 1_000) said += piece.toString("utf8");
    });
    child.once("error", reject);
    child.once("close", (code) => {
      if (code === 0) resolve({ isClean: true });
      else if (code === 1) resolve({ isClean: false, finding: said.trim().slice(0, 200) || "?" });
      else reject(new Error(`${program} ended with ${code ?? "a signal"}`));
    });
    // A scanner may decide before it has read everything.
    child.stdin.on("error", () => {});
    void feed(content, (piece) => write(child.stdin, piece)).then(
      () => child.stdin.end(),
      (error) => {
        child.kill();
        reject(error);
      },
    );
  });
}

/** Scans by the ClamAV daemon, with its INSTREAM command. */
function scanByDaemon(
  { host, port }: { readonly host: string; readonly port: number },
  content: AsyncIterable<Uint8Array>,
): Promise<ScanVerdict> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port, timeout: waitMs });
    let said = "";
    socket.on("data", (piece) => {
      said += piece.toString("utf8");
    });
    socket.once("timeout", () => socket.destroy(new Error("the scanner did not answer")));
    socket.once("error", reject);
    socket.once("close", () => {
      const [, verdict = ""] = /^stream: (.+?)\0?$/m.exec(said.trim()) ?? [];
      const [, finding] = /^(.+) FOUND$/.exec(verdict.replace(/\0/g, "")) ?? [];
      if (finding) resolve({ isClean: false, finding: finding.slice(0, 200) });
      else if (verdict.startsWith("OK")) resolve({ isClean: true });
      else reject(new Error(`the scanner said ${JSON.stringify(said.slice(0, 200))}`));
    });
    socket.write("zINSTREAM\0");
    void feed(content, async (piece) => {
      const size = Buffer.alloc(4);
      size.writeUInt32BE(piece.length);
      await write(socket, Buffer.concat([size, piece]));
    }).then(
      () => socket.write(Buffer.alloc(4)),
      (error) => socket.destroy(error),
    );
  });
}

async function feed(content: AsyncIterable<Uint8Array>, send: (piece: Uint8Array) => Promise<void>): Promise<void> {
  for await (const piece of content) await send(piece);
}

const write = (to: NodeJS.WritableStream, piece: Uint8Array): Promise<void> =>
  new Promise((resolve) => {
    if (!("writable" in to) || !to.writable || to.write(piece)) resolve();
    else to.once("drain", resolve).once("close", resolve);
  });
