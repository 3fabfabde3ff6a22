import { filePartBytes } from "@countinghouse/contract/platform/file-parts.ts";
import { CallError } from "../api/call-error.ts";

/** How often a part is sent that nobody answered for. */
const triesMost = 4;
const waitMs = 1_000;

interface FilePart {
  readonly id: string;
  readonly part: number;
  readonly data: string;
}

interface Received {
  readonly receivedBytes: number;
}

/** What is to be sent, from where, and who is told how far it is. */
export interface FileUpload {
  /** Brings one part to its resource and answers how much has come. */
  upload(part: FilePart, options: { readonly idempotencyKey: string; readonly signal: AbortSignal }): Promise<Received>;
  readonly id: string;
  readonly file: File;
  /** Bytes that have come already. */
  readonly from: number;
  readonly signal: AbortSignal;
  onProgress(bytes: number): void;
}

/** Sends a file part after part. A part without an answer is sent again under its own key, so that it counts once. */
export async function sendFile({ upload, id, file, from, signal, onProgress }: FileUpload): Promise<void> {
  let at = from;
  while (at < file.size) {
    const data = await base64Of(file.slice(at, at + filePartBytes));
    const part = at / filePartBytes + 1;
    at = await sendPart(upload, { id, part, data }, signal);
    onProgress(at);
  }
}

async function sendPart(upload: FileUpload["upload"], input: FilePart, signal: AbortSignal): Promise<number> {
  const idempotencyKey = `${input.id}-${input.part}-${crypto.randomUUID()}`;
  for (let tries = 1; ; tries += 1) {
    try {
      return (await upload(input, { idempotencyKey, signal })).receivedBytes;
    } catch (error) {
      const isUnanswered = error instanceof CallError && (error.failure === "network" || error.failure === "timeout");
      if (!isUnanswered || tries === triesMost) throw error;
      await new Promise((resolve) => setTimeout(resolve, waitMs * tries));
    }
  }
}

/** The bytes as base64, encoded by the browser itself: far faster than character by character. */
export const base64Of = (bytes: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result).replace(/^[^,]*,/, ""));
    reader.onerror = () => reject(reader.error ?? new Error("the file cannot be read"));
    reader.readAsDataURL(bytes);
  });
