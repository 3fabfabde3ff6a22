import { screening } from "@countinghouse/contract/funds/screening/screening.ts";
import { ListPage } from "../../../platform/pages/list-page.tsx";

const columns = ["name", "kind", "country", "decision", "list", "reference", "status", "remark"] as const;
const forms = () => import("./screening.form.tsx");

/** Names and countries by which the beneficiaries of payout orders are screened. */
export const ScreeningList = () => (
  <ListPage
    resource={screening}
    columns={columns}
    forms={forms}
    rowActions={["update", "delete"]}
    bulkActions={["delete"]}
    pageActions={["import", "add"]}
  />
);
