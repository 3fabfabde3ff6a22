import { sysRegionMessages } from "@countinghouse/contract/settings/region/region.messages.ts";
import { type RegionNode, sysRegion } from "@countinghouse/contract/settings/region/region.ts";
import { regionImport } from "@countinghouse/contract/settings/region/region-columns.ts";
import type { InputProps } from "@countinghouse/ui/fields/inputs.tsx";
import { TreeSelect } from "antd";
import { useEffect, useState } from "react";
import { call } from "../../../platform/api/client.ts";
import { toastFailure, useOperation } from "../../../platform/api/use-operation.ts";
import { TableImport } from "../../../platform/files/table-import.tsx";
import { useWords } from "../../../platform/i18n/use-words.ts";
import { AskOnce } from "../../../platform/pages/ask-once.tsx";
import { formsOf } from "../../../platform/pages/form-declaration.ts";
import type { RowFormProps } from "../../../platform/pages/paged-resource.ts";
import { useAnswer } from "../../../platform/pickers/use-answer.ts";

/** The region above, read branch by branch, or the top. */
function AbovePicker({ facts, value, onChange, isDisabled = false }: InputProps<number>) {
  const { text } = useWords(sysRegionMessages);
  const [known, setKnown] = useState<readonly RegionNode[]>([]);
  const chosen = useAnswer(sysRegion, "detail", { id: value ?? 0 }, { isEnabled: Boolean(value) });
  const read = async (id: number) => {
    try {
      const below = await call(sysRegion, "list", { id });
      setKnown((before) => [...before.filter(({ pid }) => pid !== id), ...below]);
    } catch (error) {
      toastFailure(error);
    }
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: the countries are read once.
  useEffect(() => void read(0), []);
  const nodes = known.map((region) => ({
    id: region.id,
    pId: region.pid,
    value: region.id,
    title: region.name,
    isLeaf: !region.hasChildren,
  }));
  const isShown = !value || known.some(({ id }) => id === value);
  const own = isShown ? [] : [{ id: value, pId: 0, value, title: chosen.data?.mergerName ?? "…", isLeaf: true }];
  return (
    <TreeSelect<number>
      id={facts.id}
      aria-invalid={facts.isInvalid}
      {...(facts.describedBy ? { "aria-describedby": facts.describedBy } : {})}
      {...(facts.isInvalid ? { status: "error" as const } : {})}
      disabled={isDisabled}
      treeDataSimpleMode
      showSearch={{ treeNodeFilterProp: "title" }}
      treeData={[{ id: 0, pId: -1, value: 0, title: text.root, isLeaf: true }, ...own, ...nodes]}
      loadData={({ value: id }) => read(Number(id))}
      value={value ?? 0}
      onChange={(next) => onChange(next ?? 0)}
    />
  );
}

/** Has what is missing of the shipped data added, once somebody says so. */
function SyncQuestion({ onClose }: RowFormProps) {
  const { actions, text } = useWords(sysRegionMessages);
  const { attempt } = useOperation(sysRegion, "sync", { success: text.syncing });
  const answer = async (isConfirmed: boolean) => {
    if (isConfirmed) await attempt({});
    onClose();
  };
  const question = { title: actions.sync, text: text.confirmSync, confirm: actions.sync };
  return <AskOnce question={question} onAnswer={(isConfirmed) => void answer(isConfirmed)} />;
}

/** Regions from a file. */
export function RegionImport({ onClose }: RowFormProps) {
  const { text } = useWords(sysRegionMessages);
  return <TableImport resource={sysRegion} table={regionImport} hint={text.fileHint} onClose={onClose} />;
}

/** What was chosen in the tree, which a new region goes below. */
const chosenNow = (): number => Number(new URLSearchParams(window.location.search).get("node") ?? 0);

export const forms = formsOf(sysRegion, sysRegionMessages, {
  edit: {
    fields: [
      { field: "pid", input: AbovePicker, isWide: true },
      "name",
      "code",
      "shortName",
      "names",
      "pinYin",
      "cityCode",
      "zipCode",
      "lng",
      "lat",
      "orderNo",
      { field: "remark", isWide: true },
    ],
    start: (row) => row ?? { pid: chosenNow() },
  },
  sync: SyncQuestion,
  import: RegionImport,
});
