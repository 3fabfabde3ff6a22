import type { RecordOf } from "@countinghouse/contract/kit/resource.ts";
import { sysConfigMessages } from "@countinghouse/contract/settings/config/config.messages.ts";
import { sysConfig } from "@countinghouse/contract/settings/config/config.ts";
import { BooleanCell } from "@countinghouse/ui/cells/boolean-cell.tsx";
import { TextCell, Unknown } from "@countinghouse/ui/cells/text-cell.tsx";
import { PlainSelect } from "@countinghouse/ui/fields/plain-select.tsx";
import { useWords } from "../../../platform/i18n/use-words.ts";
import { ListPage, type ListPageProps } from "../../../platform/pages/list-page.tsx";
import { RecordFacts, RecordHistory } from "../../../platform/pages/record-facts.tsx";
import { useListAddress } from "../../../platform/pages/use-list-address.ts";
import { useAnswer } from "../../../platform/pickers/use-answer.ts";
import { settingOf, useGroupName } from "./config.known.detail.ts";
import "./config.css";

const forms = () => import("./config.form.tsx");

// A form for every kind of setting, and for all of them together: the list needs none of their inputs.

type Row = { readonly row: RecordOf<typeof sysConfig> };

/** A setting beside the list; its group is told in the reader's language. */
function Beside({ row }: Row) {
  const told = { ...row, groupCode: useGroupName()(row.groupCode ?? "") };
  return (
    <>
      <RecordFacts resource={sysConfig} of={told} fields={facts} />
      <RecordHistory resource={sysConfig} of={row} />
    </>
  );
}

const facts = ["code", "value", "groupCode", "sysFlag", "orderNo", "remark"];

/** A setting that the product reads stays. */
const isOwn = ({ sysFlag }: RecordOf<typeof sysConfig>): boolean => sysFlag !== 1;

const Group = ({ row }: Row) => <TextCell value={useGroupName()(row.groupCode ?? "")} />;

function Value({ row: { code, value } }: Row) {
  if (!value) return <Unknown />;
  return settingOf(code)?.type === "boolean" ? (
    <BooleanCell value={value.toLowerCase() === "true"} />
  ) : (
    <TextCell value={value} />
  );
}

const columns: ListPageProps<typeof sysConfig>["columns"] = [
  { field: "name", width: 240 },
  { field: "code", width: 220 },
  { field: "value", cell: Value, width: 160 },
  { field: "groupCode", cell: Group, width: 120 },
  "sysFlag",
  "orderNo",
  { field: "remark", isHidden: true },
  { field: "updateTime", isHidden: true },
];

/** What the product and its integrations are set to. */
export function ConfigList() {
  const { address } = useListAddress(sysConfig);
  const group = address.filters.groupCode;
  return (
    <ListPage
      resource={sysConfig}
      columns={columns}
      forms={forms}
      rowActions={["update", { action: "copy" }, { action: "delete", when: isOwn }]}
      bulkActions={["delete"]}
      detail={Beside}
      fixed={{ groupCode: group?.kind === "one" ? group.value : null }}
      pageActions={[{ action: "batchUpdate", needs: "sysConfig:list" }, "add"]}
      above={
        <div className="config-above">
          <GroupFilter />
        </div>
      }
    />
  );
}

function GroupFilter() {
  const { fields } = useWords(sysConfigMessages);
  const { address, setFilter } = useListAddress(sysConfig);
  const { data } = useAnswer(sysConfig, "groupList", {});
  const nameOf = useGroupName();
  const group = address.filters.groupCode;
  return (
    <PlainSelect
      label={fields.groupCode}
      value={group?.kind === "one" ? String(group.value) : ""}
      choices={(data ?? [])
        .filter((code) => code !== "WebConfig")
        .map((code) => ({ value: code, label: nameOf(code) }))}
      onChange={(code) => setFilter("groupCode", code ? { kind: "one", value: code } : undefined)}
    />
  );
}
