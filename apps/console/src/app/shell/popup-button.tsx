import { type ReactNode, useState } from "react";
import type { MenuAnchor } from "./floating-menu.tsx";

interface PopupButtonProps {
  readonly label: string;
  readonly icon: ReactNode;
  /** What is drawn over the icon. */
  readonly mark?: ReactNode;
  /** What the button opens, held to it. */
  popup(anchor: MenuAnchor, close: () => void): ReactNode;
}

/** A button of the header that opens and closes a popup beside itself. */
export function PopupButton({ label, icon, mark, popup }: PopupButtonProps) {
  const [anchor, setAnchor] = useState<MenuAnchor>();
  return (
    <>
      <button
        type="button"
        className="ch-icon-btn"
        aria-label={label}
        title={label}
        aria-haspopup="dialog"
        aria-expanded={anchor !== undefined}
        onClick={(event) => setAnchor(anchor ? undefined : { element: event.currentTarget })}
      >
        {icon}
        {mark}
      </button>
      {anchor ? popup(anchor, () => setAnchor(undefined)) : null}
    </>
  );
}
