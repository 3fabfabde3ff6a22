import { Dropdown, type MenuProps } from "antd";
import { cloneElement, type ReactElement, type Ref, useEffect, useRef, useState } from "react";

/** Choices of a menu, and what happens when one is made. */
export interface MenuPartProps {
  readonly items: NonNullable<MenuProps["items"]>;
  /** Keys of the choices that are in force. */
  readonly selectedKeys?: string[];
  readonly placement?: "bottomLeft" | "bottomRight";
  onChoose(key: string): void;
  readonly children: ReactElement<{ ref?: Ref<HTMLElement> }>;
}

/** The menu of a button that was clicked: open, with the focus on its button, as the click left it. */
export function MenuPart({ items, selectedKeys = [], placement = "bottomLeft", onChoose, children }: MenuPartProps) {
  const [isOpen, setIsOpen] = useState(true);
  const button = useRef<HTMLElement>(null);
  useEffect(() => button.current?.focus(), []);
  return (
    <Dropdown
      trigger={["click"]}
      placement={placement}
      open={isOpen}
      onOpenChange={setIsOpen}
      menu={{
        items,
        selectedKeys,
        onClick: ({ key, domEvent }) => {
          // React events of a row's menu bubble to its row: the click must not open the row.
          domEvent.stopPropagation();
          setIsOpen(false);
          onChoose(key);
        },
      }}
    >
      {cloneElement(children, { ref: button })}
    </Dropdown>
  );
}
