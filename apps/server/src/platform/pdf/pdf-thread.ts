import { parentPort, workerData } from "node:worker_threads";
import type { PdfDocument } from "./pdf-document.ts";
import { layOut } from "./pdf-layout.ts";

const pieces: Uint8Array[] = [];
for await (const piece of layOut(workerData as PdfDocument)) pieces.push(piece as Uint8Array);
parentPort?.postMessage(Buffer.concat(pieces));
