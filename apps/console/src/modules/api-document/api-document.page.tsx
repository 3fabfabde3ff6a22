import { sysApi } from "@countinghouse/contract/api-document/api-document.ts";
import { useWords } from "../../platform/i18n/use-words.ts";

/** The server's own page of its operations, inside the console. */
export function ApiDocumentPage() {
  const { title } = useWords(sysApi);
  return (
    <iframe src="/api/docs" title={title} style={{ width: "100%", height: "100%", border: 0, display: "block" }} />
  );
}
