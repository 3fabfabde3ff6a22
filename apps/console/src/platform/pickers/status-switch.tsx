import { permissionOf, type Resource } from "@countinghouse/contract/kit/resource.ts";
import { Status } from "@countinghouse/contract/system-enumerations.ts";
import { StatusChip } from "@countinghouse/ui/cells/status-chip.tsx";
import { Switch } from "antd";
import { useState } from "react";
import { useMay } from "../access/allowed.tsx";
import { useOperation } from "../api/use-operation.ts";
import { useLocale } from "../i18n/use-words.ts";

interface StatusSwitchProps {
  /** Has an operation `setStatus`. */
  readonly resource: Resource;
  readonly row: { readonly id: number; readonly status: number };
  /** What the record is called, for assistive technology. */
  readonly name: string;
  /** Why it cannot be switched; the chip then stands alone. */
  readonly isFixed?: boolean;
}

const enabled = 1;
const disabled = 2;

/** Whether a record is in use, switched at once; goes back when the server refuses. Without the permission: the chip. */
export function StatusSwitch({ resource, row, name, isFixed = false }: StatusSwitchProps) {
  const locale = useLocale();
  const may = useMay();
  const { attempt, isRunning } = useOperation(resource, "setStatus");
  const [wanted, setWanted] = useState<number>();
  const status = wanted ?? row.status;
  const member = Status.memberOf(status);
  const word = member?.text[locale] ?? String(status);
  if (isFixed || !may(permissionOf(resource.name, "setStatus")))
    return <StatusChip text={word} tone={member?.tone ?? "neutral"} shape={member?.shape ?? "filled"} />;
  const change = async (isOn: boolean) => {
    setWanted(isOn ? enabled : disabled);
    await attempt({ id: row.id, status: isOn ? enabled : disabled } as never);
    // From here on the row itself says how it is: renewed after success, as before after a refusal.
    setWanted(undefined);
  };
  return (
    <Switch
      size="small"
      checked={status === enabled}
      loading={isRunning}
      aria-label={`${name}: ${word}`}
      title={word}
      onChange={(isOn, event) => {
        event.stopPropagation();
        void change(isOn);
      }}
    />
  );
}

interface Switched {
  readonly id: number;
  readonly status: number;
}

/**
 * The column of a list in which records are switched on and off: `nameOf` says what one is called, `useIsFixed` which of
 * them stay as they are.
 */
export const statusColumn = <Row extends Switched>(
  resource: Resource,
  nameOf: (row: Row) => string,
  useIsFixed: (row: Row) => boolean,
) => ({
  field: "status" as const,
  width: 112,
  cell: ({ row }: { readonly row: Row }) => (
    <StatusSwitch resource={resource} row={row} name={nameOf(row)} isFixed={useIsFixed(row)} />
  ),
});
