export { fillRegions, regionWorker } from "./region.worker.ts";
