import { DownloadList } from "../../../platform/downloads/download-list.tsx";
import { downloadsMessages } from "../../../platform/downloads/downloads.messages.ts";
import { useWords } from "../../../platform/i18n/use-words.ts";
import "../../../platform/pages/pages.css";

/** What the signed-in user exported and imported, wherever it was started. */
export function JobRunPage() {
  const words = useWords(downloadsMessages);
  return (
    <div className="ch-page">
      <header className="ch-page-head">
        <h1>{words.title}</h1>
      </header>
      <p className="ch-downloads-note">{words.intro}</p>
      <section className="ch-card ch-downloads-card">
        <DownloadList />
      </section>
    </div>
  );
}
