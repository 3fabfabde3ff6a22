import { ExternalLink } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { useWords } from "../../platform/i18n/use-words.ts";
import type { SessionMenuNode } from "../../platform/session/session.ts";
import { safeAddress } from "../routes/link-page.tsx";
import { shellMessages } from "../shell/shell.messages.ts";
import { isExternal, targetOf } from "./menu.ts";

interface Props {
  readonly node: SessionMenuNode;
  readonly isMarked: boolean;
  readonly children: ReactNode;
  readonly title?: string;
  readonly onHover?: () => void;
}

/** A menu entry as a link to its page, or to another site in a new window. */
export function MenuLink({ node, isMarked, children, title, onHover }: Props) {
  const words = useWords(shellMessages);
  const marks = { title, "aria-current": isMarked ? ("page" as const) : undefined, onPointerEnter: onHover };
  if (isExternal(node))
    return (
      <a href={safeAddress(node.meta.isLink ?? "")} target="_blank" rel="noreferrer" {...marks}>
        {children}
        <ExternalLink size={12} aria-hidden />
        <span className="ch-sr">({words.newWindow})</span>
      </a>
    );
  return (
    <Link to={targetOf(node) ?? "/"} {...marks}>
      {children}
    </Link>
  );
}
