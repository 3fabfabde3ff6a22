import { once } from "node:events";
import { Worker } from "node:worker_threads";
import type { PdfDocument } from "./pdf-document.ts";

/** Renders a document as PDF in a worker thread: loading fonts and measuring texts takes some 100 ms. */
export async function drawPdf(document: PdfDocument): Promise<Uint8Array> {
  const thread = new Worker(new URL("pdf-thread.ts", import.meta.url), { workerData: document });
  const [drawn] = await once(thread, "message");
  return drawn as Uint8Array;
}
