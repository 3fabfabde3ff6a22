import { fill } from "@countinghouse/contract/kit/locale.ts";
import { lazyPart } from "@countinghouse/ui/layout/lazy-part.tsx";
import { Download } from "lucide-react";
import { useEffect, useRef } from "react";
import { Link } from "react-router";
import { downloadsMessages } from "../../platform/downloads/downloads.messages.ts";
import { downloadsPath, isGoing, isImportGoing, useMyJobs } from "../../platform/downloads/use-my-jobs.ts";
import { useWords } from "../../platform/i18n/use-words.ts";
import { type MenuAnchor, useFloating } from "../shell/floating-menu.tsx";
import { PopupButton } from "../shell/popup-button.tsx";

const DownloadList = lazyPart(async () => (await import("../../platform/downloads/download-list.tsx")).DownloadList);

/** Items shown in the panel; the page lists all. */
const shownInPanel = 8;

/** Opens the user's exports and imports, with the number of running ones. */
export function DownloadsButton() {
  const words = useWords(downloadsMessages);
  const { runs = [], imports } = useMyJobs();
  const count = runs.filter(isGoing).length + imports.filter(isImportGoing).length;
  const label = fill(words.button, { count });
  return (
    <PopupButton
      label={label}
      icon={<Download size={18} strokeWidth={1.75} aria-hidden />}
      mark={
        count > 0 ? (
          <span className="pip-count" aria-hidden="true">
            {count}
          </span>
        ) : null
      }
      popup={(anchor, close) => <DownloadsPanel anchor={anchor} onClose={close} />}
    />
  );
}

function DownloadsPanel({ anchor, onClose }: { readonly anchor: MenuAnchor; onClose(): void }) {
  const words = useWords(downloadsMessages);
  const layer = useRef<HTMLDivElement>(null);
  useFloating(layer, anchor, onClose);
  useEffect(() => layer.current?.focus(), []);
  return (
    <div
      popover="auto"
      ref={layer}
      className="ch-pop downloads-pop"
      role="dialog"
      aria-label={words.title}
      tabIndex={-1}
    >
      <h2>{words.title}</h2>
      <div className="downloads-body">
        <DownloadList limit={shownInPanel} />
      </div>
      <Link className="notice-all" to={downloadsPath} onClick={onClose}>
        {words.all}
      </Link>
    </div>
  );
}
