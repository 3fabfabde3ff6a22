import { type StoredFile, sysFile } from "@countinghouse/contract/operations/file/file.ts";
import { takenFileOf } from "@countinghouse/contract/operations/file/file-types.ts";
import { ListPage, type ListPageProps } from "../../../platform/pages/list-page.tsx";

const forms = () => import("./file.form.tsx");

const columns: ListPageProps<typeof sysFile>["columns"] = [
  { field: "fileName", width: 240 },
  { field: "suffix", width: 88 },
  { field: "fileBytes", width: 136 },
  { field: "status", width: 120 },
  { field: "fileType", width: 120 },
  { field: "isPublic", width: 128 },
  { field: "relationName", width: 136 },
  { field: "relationId", isHidden: true },
  { field: "belongId", isHidden: true },
  { field: "fault", width: 200 },
  { field: "createUserName", width: 128 },
  "createTime",
];

const isReady = ({ status }: StoredFile): boolean => status === "ready";
const canBeSeen = (row: StoredFile): boolean => isReady(row) && takenFileOf(row.suffix)?.preview !== undefined;

/** Files that people brought, and the way to bring one. */
export const FileList = () => (
  <ListPage
    resource={sysFile}
    columns={columns}
    forms={forms}
    rowActions={[{ action: "preview", when: canBeSeen }, { action: "downloadFile", when: isReady }, "update", "delete"]}
    bulkActions={["delete"]}
    pageActions={["uploadFile"]}
    nameField="fileName"
  />
);
