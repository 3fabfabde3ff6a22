import { fill } from "@countinghouse/contract/kit/locale.ts";
import { ExternalLink } from "lucide-react";
import { useState } from "react";
import { useLocale, useWords } from "../../platform/i18n/use-words.ts";
import type { SessionMenuNode } from "../../platform/session/session.ts";
import { StatePage } from "../errors/state-page.tsx";
import { menuTitle } from "../menu/menu.ts";
import { shellMessages } from "../shell/shell.messages.ts";

/** An external site in a frame. No token is passed in its address. */
export function FramePage({ address, page }: { readonly address: string; readonly page: SessionMenuNode }) {
  const words = useWords(shellMessages);
  const title = menuTitle(page, useLocale());
  const [isLoaded, setLoaded] = useState(false);
  return (
    <div className="frame-page">
      {isLoaded ? null : <p role="status">{fill(words.frameLoading, { title })}</p>}
      <iframe src={safeAddress(address)} title={title} onLoad={() => setLoaded(true)} />
    </div>
  );
}

/** Page of an entry that opens in a new window. */
export function ExternalPage({ address }: { readonly address: string }) {
  const words = useWords(shellMessages);
  return (
    <StatePage title={words.externalTitle} text={fill(words.externalText, { address })}>
      <div className="state-actions">
        <a className="ch-btn ch-btn-primary" href={safeAddress(address)} target="_blank" rel="noreferrer">
          <ExternalLink size={16} aria-hidden /> {words.externalOpen}
        </a>
      </div>
    </StatePage>
  );
}

/** Only http addresses and paths of this site are allowed, not script addresses. */
export const safeAddress = (address: string): string =>
  /^https?:\/\//i.test(address) || /^\/(?!\/)/.test(address) ? address : "about:blank";
