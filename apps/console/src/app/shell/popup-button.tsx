import { type ReactNode, useState } from "react";
import type { MenuAnchor } from "./floating-menu.tsx";

interface PopupButtonProps {
  readonly label: string;
  readonly icon: ReactNode;
  /** Drawn over the icon. */
  readonly mark?: ReactNode;
  /** Content of the popup. */
  popup(anchor: MenuAnchor, close: () => void): ReactNode;
}

/** A header button that toggles a popup. */
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
