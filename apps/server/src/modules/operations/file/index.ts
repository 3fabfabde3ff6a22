export { cutOffUploads, fileWorker } from "./file.worker.ts";
