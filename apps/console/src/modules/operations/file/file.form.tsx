import { sysFileMessages } from "@countinghouse/contract/operations/file/file.messages.ts";
import { type StoredFile, sysFile } from "@countinghouse/contract/operations/file/file.ts";
import { useEffect } from "react";
import { download } from "../../../platform/api/download.ts";
import { toastFailure } from "../../../platform/api/use-operation.ts";
import { formsOf } from "../../../platform/pages/form-declaration.ts";
import type { RowFormProps } from "../../../platform/pages/paged-resource.ts";
import { FilePreview } from "./file.preview.form.tsx";
import { FileUpload } from "./file.upload.form.tsx";

/** Saves a file on the reader's disk; nothing has to be asked. */
function FileDownload({ record, onClose }: RowFormProps) {
  const { id, fileName } = record as unknown as StoredFile;
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is fetched once.
  useEffect(() => {
    void download(sysFile, "downloadFile", { id }, fileName).catch(toastFailure).finally(onClose);
  }, []);
  return null;
}

export const forms = formsOf(sysFile, sysFileMessages, {
  uploadFile: FileUpload,
  update: {
    fields: [
      { field: "fileName", isWide: true },
      "fileType",
      "isPublic",
      "relationName",
      "relationId",
      { field: "belongId", isWide: true },
    ],
  },
  preview: FilePreview,
  downloadFile: FileDownload,
});
