import { cloneElement, type ReactElement, useState } from "react";
import { lazyPart } from "./lazy-part.tsx";
import type { MenuPartProps } from "./menu-part.tsx";

const MenuPart = lazyPart<MenuPartProps>(
  async () => (await import("./menu-part.tsx")).MenuPart,
  ({ children }) => children,
);

interface ButtonProps {
  onClick?(): void;
  onPointerEnter?(): void;
  onFocus?(): void;
}

/**
 * A button that opens a menu of choices. The menu's code is fetched when the pointer or the focus comes to the first such
 * button, and drawn when one is clicked: a list has a menu in each row, and most of them are never opened.
 */
export function MenuButton({ children, ...menu }: MenuPartProps & { readonly children: ReactElement<ButtonProps> }) {
  const [isAsked, setIsAsked] = useState(false);
  if (isAsked) return <MenuPart {...menu}>{children}</MenuPart>;
  const ahead = () => void MenuPart.ahead();
  return cloneElement(children, { onClick: () => setIsAsked(true), onPointerEnter: ahead, onFocus: ahead });
}
