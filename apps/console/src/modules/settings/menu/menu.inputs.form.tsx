import type { RecordOf } from "@countinghouse/contract/kit/resource.ts";
import { sysMenuMessages } from "@countinghouse/contract/settings/menu/menu.messages.ts";
import { type MenuNode, sysMenu } from "@countinghouse/contract/settings/menu/menu.ts";
import { MenuType } from "@countinghouse/contract/system-enumerations.ts";
import { ChoiceInput, type InputProps } from "@countinghouse/ui/fields/inputs.tsx";
import { AutoComplete } from "antd";
import { createContext, useContext } from "react";
import { useLocale, useWords } from "../../../platform/i18n/use-words.ts";
import { menuNodes, menuType } from "../../../platform/pickers/menu-tree.ts";
import { TreePicker } from "../../../platform/pickers/tree-picker.tsx";
import { useAnswer } from "../../../platform/pickers/use-answer.ts";
import { knownComponents, knownPermissions } from "./menu.checks.detail.tsx";

type Kind = (typeof MenuType.members)[number]["value"];

const Edited = createContext<RecordOf<typeof sysMenu> | undefined>(undefined);

/** Tells the inputs below which entry is being changed; none while one is added. */
export const EditedMenu = Edited.Provider;

/** The tree without buttons, and without an entry and what lies below it: nothing can be its own ancestor. */
export const possibleParents = (tree: readonly MenuNode[], editedId: number | undefined): MenuNode[] =>
  tree
    .filter(({ id, type }) => id !== editedId && type !== menuType.button)
    .map((node) => ({ ...node, children: possibleParents(node.children, editedId) }));

/** The entry above. */
export function MenuParentInput(props: InputProps<number>) {
  const { text } = useWords(sysMenuMessages);
  const locale = useLocale();
  const edited = useContext(Edited);
  const { data, isPending, error } = useAnswer(sysMenu, "list", {});
  const below = menuNodes(possibleParents(data ?? [], edited?.id), locale);
  return (
    <TreePicker
      {...props}
      isLoading={isPending}
      error={error}
      nodes={[{ key: "0", title: text.root, children: below }]}
    />
  );
}

/** Directory, page or button. A button stays one, and nothing else becomes one: grants hang on it. */
export function MenuTypeInput(props: InputProps<Kind>) {
  const locale = useLocale();
  const edited = useContext(Edited);
  const isButton = (kind: Kind): boolean => kind === menuType.button;
  const choices = MenuType.members.map(({ value, text }) => ({
    value,
    label: text[locale],
    isDisabled: edited !== undefined && isButton(edited.type) !== isButton(value),
  }));
  return <ChoiceInput<Kind> {...props} isRequired choices={choices} />;
}

interface SuggestedProps extends InputProps<string> {
  readonly suggestions: readonly string[];
}

/** A text that is usually one of some, but may be another. */
function SuggestedInput({
  facts,
  value,
  onChange,
  isDisabled = false,
  isRequired = false,
  suggestions,
}: SuggestedProps) {
  return (
    <AutoComplete
      id={facts.id}
      disabled={isDisabled}
      aria-invalid={facts.isInvalid}
      aria-required={isRequired}
      {...(facts.describedBy ? { "aria-describedby": facts.describedBy } : {})}
      {...(facts.isInvalid ? { status: "error" as const } : {})}
      options={suggestions.map((one) => ({ value: one }))}
      showSearch={{
        filterOption: (text, option) =>
          String(option?.value ?? "")
            .toLowerCase()
            .includes(text.toLowerCase()),
      }}
      value={value ?? ""}
      onChange={(text: string) => onChange(text === "" ? null : text)}
    />
  );
}

/** The page an entry shows. */
export const ComponentInput = (props: InputProps<string>) => (
  <SuggestedInput {...props} suggestions={knownComponents} />
);

/** What a button stands for. */
export const PermissionInput = (props: InputProps<string>) => (
  <SuggestedInput {...props} isRequired suggestions={knownPermissions} />
);
