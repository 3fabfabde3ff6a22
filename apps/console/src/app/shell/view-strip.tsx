import { fill } from "@countinghouse/contract/kit/locale.ts";
import { merchant } from "@countinghouse/contract/merchants/merchant/merchant.ts";
import { sysAuth } from "@countinghouse/contract/system/auth/auth.ts";
import { formatInstant } from "@countinghouse/ui/cells/instant.ts";
import { useTimeZone } from "@countinghouse/ui/layout/ui-settings.ts";
import { Eye } from "lucide-react";
import { useEffect } from "react";
import { useOperation } from "../../platform/api/use-operation.ts";
import { useWords } from "../../platform/i18n/use-words.ts";
import { changeSides, followSides } from "../../platform/session/merchant-view.ts";
import { useSession } from "../../platform/session/session.ts";
import { shellMessages } from "./shell.messages.ts";

/** Marks every page while somebody of the operator looks at a merchant's side, and leads back when the time is over. */
export function ViewStrip() {
  const viewing = useSession(({ user }) => user?.viewing);
  useEffect(followSides, []);
  return viewing ? <Marked {...viewing} /> : null;
}

interface MarkedProps {
  readonly merchantId: string;
  readonly merchantName: string;
  readonly until: string;
}

function Marked({ merchantId, merchantName, until }: MarkedProps) {
  const words = useWords(shellMessages);
  const zone = useTimeZone();
  const { attempt, isRunning } = useOperation(sysAuth, "endView", { success: null });
  const back = `${merchant.menu?.path}/${merchantId}`;
  useEffect(() => {
    const left = Math.max(0, Date.parse(until) - Date.now());
    const timer = setTimeout(() => changeSides(back), left + 500);
    return () => clearTimeout(timer);
  }, [until, back]);
  const time = formatInstant(until, zone).slice(11, 16);
  return (
    <p className="strip strip-view">
      <Eye size={14} aria-hidden /> {fill(words.viewingAs, { name: merchantName, time })}
      <button
        type="button"
        className="ch-btn-link"
        disabled={isRunning}
        onClick={async () => {
          if (await attempt({})) changeSides(back);
        }}
      >
        {words.endView}
      </button>
    </p>
  );
}
