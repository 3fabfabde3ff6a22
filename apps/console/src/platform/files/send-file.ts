import { filePartBytes } from "@countinghouse/contract/platform/file-parts.ts";
import { CallError } from "../api/call-error.ts";

/** Maximum attempts per part. */
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

/** An upload: source, offset and progress callback. */
export interface FileUpload {
  /** Uploads one part and answers the received bytes. */
  upload(part: FilePart, options: { readonly idempotencyKey: string; readonly signal: AbortSignal }): Promise<Received>;
  readonly id: string;
  readonly file: File;
  /** Bytes received so far. */
  readonly from: number;
  readonly signal: AbortSignal;
  onProgress(bytes: number): void;
}

/** Uploads a file in parts. An unanswered part is repeated with its own key, so that it counts once. */
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

/** Base64 of the bytes, encoded natively: much faster than in JavaScript. */
export const base64Of = (bytes: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result).replace(/^[^,]*,/, ""));
    reader.onerror = () => reject(reader.error ?? new Error("the file cannot be read"));
    reader.readAsDataURL(bytes);
  });
