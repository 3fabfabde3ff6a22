export { cutOffUploads, fileWorker } from "./file.worker.ts";
export { servePictures } from "./picture.routes.ts";
export { dropPicture, keepPicture } from "./picture.service.ts";
