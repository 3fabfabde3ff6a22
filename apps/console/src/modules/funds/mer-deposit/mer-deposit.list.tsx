import { openDepositStates } from "@countinghouse/contract/funds/mer-deposit/mer-deposit.lifecycle.ts";
import {
  type MerDeposit,
  type MerDepositDetail,
  merDeposit,
} from "@countinghouse/contract/funds/mer-deposit/mer-deposit.ts";
import { Segmented } from "antd";
import { useState } from "react";
import { useWords } from "../../../platform/i18n/use-words.ts";
import { ListPage, type ListPageProps } from "../../../platform/pages/list-page.tsx";
import { DepositBoard } from "./mer-deposit.board.part.tsx";
import { DepositHeading, DepositPanel, type DepositRow } from "./mer-deposit.detail.tsx";
import { depositScreenMessages } from "./mer-deposit.messages.ts";

const forms = () => import("./mer-deposit.form.tsx");

const columns: ListPageProps<typeof merDeposit>["columns"] = [
  { field: "depositNo", width: 144, part: "none" },
  { field: "merchantName", width: 152 },
  { field: "status", width: 116 },
  { field: "type", width: 132 },
  { field: "releaseDate", width: 112, part: "time" },
  { field: "amount", width: 136 },
  { field: "remainAmount", width: 152 },
];

const isOpen = ({ status }: MerDeposit): boolean => openDepositStates.includes(status);

/** What the server says can succeed; of a row that was not read by itself, what its state tells. */
const can = (ability: keyof MerDepositDetail["abilities"]) => (row: DepositRow) =>
  row.abilities?.[ability] ?? (isOpen(row) && (ability === "unfreeze") === (row.status === "frozen"));

const actions = (["use", "freeze", "unfreeze", "extend", "release"] as const).map((action) => ({
  action,
  when: can(action) as (row: MerDeposit) => boolean,
}));

const shown = { columns, forms, nameField: "depositNo", heading: DepositHeading, detail: DepositPanel } as const;

/** Every hold of the merchants in reach, with the calendar of what goes back when. */
export function MerDepositList() {
  const words = useWords(depositScreenMessages);
  const [view, setView] = useState("calendar");
  const options = [
    { value: "calendar", label: words.calendar },
    { value: "holds", label: words.holds },
  ];
  return (
    <ListPage
      resource={merDeposit}
      {...shown}
      rowActions={actions}
      isRead
      tools={<Segmented aria-label={words.view} options={options} value={view} onChange={setView} />}
      above={view === "calendar" ? ({ control }) => <DepositBoard control={control} /> : undefined}
    />
  );
}
