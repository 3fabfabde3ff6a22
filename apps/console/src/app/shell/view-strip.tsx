import { fill } from "@countinghouse/contract/kit/locale.ts";
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

/** Menu paths of merchants and tenants, written here because their resources weigh several kB on every visit. */
export const listPaths = { merchant: "/merchant/merchant", tenant: "/system/tenant" } as const;

/** Marks every page during a merchant view or a visit to a tenant, and returns when it expires. */
export function ViewStrip() {
  const user = useSession(({ user }) => user);
  const words = useWords(shellMessages);
  useEffect(followSides, []);
  const { viewing, visiting } = user ?? {};
  if (viewing) {
    const { merchantId, merchantName, until } = viewing;
    const back = `${listPaths.merchant}/${merchantId}`;
    return <Marked name={merchantName} until={until} back={back} text={words.viewingAs} end={words.endView} />;
  }
  if (!visiting) return null;
  const { tenantName, until } = visiting;
  return <Marked name={tenantName} until={until} back={listPaths.tenant} text={words.visiting} end={words.endVisit} />;
}

interface MarkedProps {
  readonly name: string;
  readonly until: string;
  /** Address to return to. */
  readonly back: string;
  /** With `{name}` and `{time}`. */
  readonly text: string;
  readonly end: string;
}

function Marked({ name, until, back, text, end }: MarkedProps) {
  const zone = useTimeZone();
  const { attempt, isRunning } = useOperation(sysAuth, "endView", { success: null });
  useEffect(() => {
    const left = Math.max(0, Date.parse(until) - Date.now());
    const timer = setTimeout(() => changeSides(back), left + 500);
    return () => clearTimeout(timer);
  }, [until, back]);
  const time = formatInstant(until, zone).slice(11, 16);
  return (
    <p className="strip strip-view">
      <Eye size={14} aria-hidden /> {fill(text, { name, time })}
      <button
        type="button"
        className="ch-btn-link"
        disabled={isRunning}
        onClick={async () => {
          if (await attempt({})) changeSides(back);
        }}
      >
        {end}
      </button>
    </p>
  );
}
