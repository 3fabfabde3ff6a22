import { rateTopic, sysRate } from "@countinghouse/contract/funds/rate/rate.ts";
import { ListPage, type ListPageProps } from "../../../platform/pages/list-page.tsx";
import "./rate.css";
import { RateFigure } from "./rate.figure.part.tsx";
import { Freshness } from "./rate.freshness.part.tsx";
import { RateDetail } from "./rate.history.detail.tsx";

const forms = () => import("./rate.form.tsx");

const columns: ListPageProps<typeof sysRate>["columns"] = [
  { field: "pair", part: "name" },
  { field: "rate", width: 176, cell: ({ row }) => <RateFigure rate={row.rate} />, align: "end" },
  { field: "isStale", cell: Freshness, width: 112 },
  { field: "source", width: 176 },
  "effectiveTime",
  "fetchTime",
  { field: "createUserName", part: "none" },
  "remark",
];

const pageActions = ["convert", "fetch", { action: "import", needs: "sysRate:preview" }, "add"] as const;

/** The newest rate of every pair and source. */
export const RateList = () => (
  <ListPage
    resource={sysRate}
    topic={rateTopic}
    columns={columns}
    forms={forms}
    detail={RateDetail}
    nameField="pair"
    pageActions={pageActions}
  />
);
