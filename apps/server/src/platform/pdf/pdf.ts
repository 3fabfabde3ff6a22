import { once } from "node:events";
import { Worker } from "node:worker_threads";
import type { PdfDocument } from "./pdf-document.ts";

/** Draws a document as PDF, in a thread of its own: fonts are read and texts measured for some 100 ms. */
export async function drawPdf(document: PdfDocument): Promise<Uint8Array> {
  const thread = new Worker(new URL("pdf-thread.ts", import.meta.url), { workerData: document });
  const [drawn] = await once(thread, "message");
  return drawn as Uint8Array;
}
