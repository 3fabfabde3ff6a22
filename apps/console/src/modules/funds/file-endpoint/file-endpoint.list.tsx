import { fileEndpoint } from "@countinghouse/contract/funds/file-endpoint/file-endpoint.ts";
import { ListPage, type ListPageProps } from "../../../platform/pages/list-page.tsx";
import { FileEndpointDetail } from "./file-endpoint.detail.tsx";

const forms = () => import("./file-endpoint.form.tsx");

const columns: ListPageProps<typeof fileEndpoint>["columns"] = [
  "name",
  { field: "protocol", width: 152 },
  { field: "url", width: 264 },
  "folder",
  { field: "lastVerdict", width: 168 },
  { field: "lastTime", width: 168 },
  { field: "status", width: 96 },
];

/** Folders at somebody else's: where settlement files are fetched from, and scheduled reports are put. */
export const FileEndpointList = () => (
  <ListPage
    resource={fileEndpoint}
    columns={columns}
    forms={forms}
    nameField="name"
    rowActions={["update", "setStatus", "delete"]}
    detail={FileEndpointDetail}
  />
);
