import type { RecordOf } from "@countinghouse/contract/kit/resource.ts";
import { nameIn } from "@countinghouse/contract/names.ts";
import { sysDictTypeMessages } from "@countinghouse/contract/settings/dict/dict-type.messages.ts";
import { sysDictType } from "@countinghouse/contract/settings/dict/dict-type.ts";
import { StatusChip } from "@countinghouse/ui/cells/status-chip.tsx";
import { useLocale, useWords } from "../../../platform/i18n/use-words.ts";
import { StatusSwitch } from "../../../platform/pickers/status-switch.tsx";

type Row = { readonly row: RecordOf<typeof sysDictType> };

/** Whether it is in use, and the switch. */
export const State = ({ row }: Row) => (
  <StatusSwitch
    resource={sysDictType}
    row={row}
    name={nameIn(useLocale(), row.names, row.name)}
    isFixed={row.sysFlag === 1}
  />
);

/** Whether the product brought it along. */
export function Origin({ row }: Row) {
  const { fields, text } = useWords(sysDictTypeMessages);
  return row.sysFlag === 1 ? (
    <StatusChip text={fields.sysFlag} tone="info" isFlat />
  ) : (
    <StatusChip text={text.own} isFlat />
  );
}

/** A mirror of one of the product's enumerations stays as long as the product has it. */
export const isOwn = ({ sysFlag }: RecordOf<typeof sysDictType>): boolean => sysFlag !== 1;
