export { type NodeDesk, nodeDeskOf } from "./node-desk.service.ts";
export { joinNodes, shownNodes } from "./node-presence.service.ts";
export { serverSampleWorker } from "./server.worker.ts";
