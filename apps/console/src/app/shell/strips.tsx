import { WifiOff } from "lucide-react";
import { useEffect, useRef } from "react";
import { useMay } from "../../platform/access/allowed.tsx";
import { isOffline } from "../../platform/api/connection.ts";
import { useWords } from "../../platform/i18n/use-words.ts";
import { choosePaymentMode, paymentMode } from "../../platform/session/payment-mode.ts";
import { useStore } from "../../platform/state/store.ts";
import { queryClient } from "../query-client.ts";
import { shellMessages } from "./shell.messages.ts";
import { ViewStrip } from "./view-strip.tsx";

/** Warnings above every page: test mode, other views, and lost connection. */
export const Strips = () => (
  <div className="strips">
    <OfflineStrip />
    <ViewStrip />
    <TestStrip />
  </div>
);

/** Shown while the server is unreachable; afterwards the displayed data is reloaded. */
function OfflineStrip() {
  const words = useWords(shellMessages);
  const isAway = useStore(isOffline);
  const wasAway = useRef(isAway);
  useEffect(() => {
    if (wasAway.current && !isAway) void queryClient.invalidateQueries();
    wasAway.current = isAway;
  }, [isAway]);
  return (
    <div role="status">
      {isAway ? (
        <p className="strip strip-offline">
          <WifiOff size={14} aria-hidden /> {words.offline}
        </p>
      ) : null}
    </div>
  );
}

function TestStrip() {
  const words = useWords(shellMessages);
  const mode = useStore(paymentMode);
  const seesPayments = useMay()("coinOrder:page");
  if (mode !== "test" || !seesPayments) return null;
  return (
    <p className="strip strip-test">
      {words.testData}
      <button type="button" className="ch-btn-link" onClick={() => choosePaymentMode("live")}>
        {words.showLive}
      </button>
    </p>
  );
}
