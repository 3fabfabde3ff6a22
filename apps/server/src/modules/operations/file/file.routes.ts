import { sysFile } from "@countinghouse/contract/operations/file/file.ts";
import type { FileStore } from "../../../platform/files/file-store.ts";
import { implement } from "../../../platform/http/implement.ts";
import { deleteFile, downloadFile, openUpload, previewFile, takePart, updateFile } from "./file.service.ts";
import { fileReads } from "./file.store.ts";

/** Routes of uploaded files. */
export const buildFileRoutes = (files: FileStore) =>
  implement(sysFile, {
    page: fileReads.page,
    detail: fileReads.detail,
    uploadFile: openUpload,
    uploadPart: takePart(files),
    update: updateFile,
    delete: deleteFile,
    downloadFile: downloadFile(files),
    preview: previewFile(files),
  });
