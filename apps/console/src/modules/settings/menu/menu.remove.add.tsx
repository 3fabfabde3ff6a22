import { fill } from "@countinghouse/contract/kit/locale.ts";
import type { RecordOf } from "@countinghouse/contract/kit/resource.ts";
import { sysMenuMessages } from "@countinghouse/contract/settings/menu/menu.messages.ts";
import { type MenuNode, sysMenu } from "@countinghouse/contract/settings/menu/menu.ts";
import { useOperation } from "../../../platform/api/use-operation.ts";
import { useWords } from "../../../platform/i18n/use-words.ts";
import type { RowFormProps } from "../../../platform/pages/paged-resource.ts";
import { AskOnce } from "../../../platform/pages/row-actions.tsx";
import { idsBelow } from "../../../platform/pickers/tree-rows.tsx";
import { rereadRights } from "../../../platform/session/reread.ts";

/** Asks, saying how much goes with it, and removes an entry. */
export function MenuRemove({ record, onClose }: RowFormProps<RecordOf<typeof sysMenu>>) {
  const { actions, text } = useWords(sysMenuMessages);
  const { attempt } = useOperation(sysMenu, "delete");
  if (!record) return null;
  const count = idsBelow(record as MenuNode).length - 1;
  const question = fill(count > 0 ? text.removeAll : text.removeOne, { title: record.title, count });
  return (
    <AskOnce
      question={{ title: actions.delete, text: question, confirm: actions.delete, isDangerous: true }}
      onAnswer={async (isConfirmed) => {
        const isGone = isConfirmed && (await attempt({ id: record.id, version: record.version }));
        onClose();
        if (isGone) void rereadRights();
      }}
    />
  );
}
