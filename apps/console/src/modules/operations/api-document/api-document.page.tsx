import { sysApi } from "@countinghouse/contract/operations/api-document/api-document.ts";
import { useCallback, useEffect, useRef } from "react";
import { useLocale, useWords } from "../../../platform/i18n/use-words.ts";
import { useStore } from "../../../platform/state/store.ts";
import { shownTheme } from "../../../platform/theme/apply.ts";

/** The server's own page of its operations, inside the console: in its language, and as light or dark as it. */
export function ApiDocumentPage() {
  const { title } = useWords(sysApi);
  const locale = useLocale();
  const { isDark } = useStore(shownTheme);
  const frame = useRef<HTMLIFrameElement>(null);
  const dress = useCallback(() => {
    const page = frame.current?.contentDocument?.documentElement;
    if (page) page.style.colorScheme = isDark ? "dark" : "light";
  }, [isDark]);
  useEffect(dress, [dress]);
  return (
    <iframe
      ref={frame}
      src={`/api/docs?lang=${locale}`}
      title={title}
      onLoad={dress}
      style={{ width: "100%", height: "100%", border: 0, display: "block" }}
    />
  );
}
