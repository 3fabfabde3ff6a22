import { fill } from "@countinghouse/contract/kit/locale.ts";
import { sysLogVisMessages } from "@countinghouse/contract/logs/log-vis/log-vis.messages.ts";
import { sysLogVis, type VisitClearing } from "@countinghouse/contract/logs/log-vis/log-vis.ts";
import { formatInstant } from "@countinghouse/ui/cells/instant.ts";
import { useTimeZone } from "@countinghouse/ui/layout/ui-settings.ts";
import { Alert, Button } from "antd";
import { Allowed, useMay } from "../../../platform/access/allowed.tsx";
import { useOperation } from "../../../platform/api/use-operation.ts";
import { useWords } from "../../../platform/i18n/use-words.ts";
import { useConfirm } from "../../../platform/pages/use-confirm.tsx";
import { useAnswer } from "../../../platform/pickers/use-answer.ts";

/** Asks that the log be cleared; nothing leaves before somebody else has approved it. */
export function ClearButton() {
  const { actions, text } = useWords(sysLogVisMessages);
  const { attempt, isRunning } = useOperation(sysLogVis, "clear", { success: text.clearAsked });
  const { ask, dialog } = useConfirm();
  const clear = async () => {
    const label = actions.clear ?? "";
    if (await ask({ title: label, text: text.clearQuestion, confirm: label, isDangerous: true })) await attempt({});
  };
  return (
    <Allowed need="sysLogVis:clear">
      <Button danger loading={isRunning} onClick={() => void clear()}>
        {actions.clear}
      </Button>
      {dialog}
    </Allowed>
  );
}

/** What waits to be cleared, for whom and until when, above the visits. */
export function Clearing() {
  const { data } = useAnswer(sysLogVis, "clearing", {}, { isEnabled: useMay()("sysLogVis:clearing") });
  return data ? <WaitingClearing clearing={data} /> : null;
}

function WaitingClearing({ clearing }: { readonly clearing: VisitClearing }) {
  const { text } = useWords(sysLogVisMessages);
  const zone = useTimeZone();
  const facts = {
    name: clearing.askUserName,
    rows: clearing.rows.toLocaleString("en-US"),
    upTo: formatInstant(clearing.upTo, zone),
    until: formatInstant(clearing.expiresTime, zone),
  };
  const title = clearing.isApproved ? text.clearRuns : clearing.isOwn ? text.clearOwn : text.clearWaits;
  return (
    <Alert
      type="warning"
      showIcon
      title={fill(title, facts)}
      action={clearing.isApproved ? undefined : <Decision clearing={clearing} facts={facts} />}
    />
  );
}

interface DecisionProps {
  readonly clearing: VisitClearing;
  readonly facts: Readonly<Record<string, string>>;
}

function Decision({ clearing: { id, isOwn }, facts }: DecisionProps) {
  const { actions, text } = useWords(sysLogVisMessages);
  const approval = useOperation(sysLogVis, "approveClear");
  const rejection = useOperation(sysLogVis, "rejectClear");
  const { ask, dialog } = useConfirm();
  const approve = async () => {
    const isConfirmed = await ask({
      title: actions.approveClear ?? "",
      text: fill(text.approveQuestion, facts),
      confirm: text.approve,
      isDangerous: true,
    });
    if (isConfirmed) await approval.attempt({ id });
  };
  return (
    <>
      <Allowed need="sysLogVis:rejectClear">
        <Button size="small" loading={rejection.isRunning} onClick={() => void rejection.attempt({ id })}>
          {isOwn ? text.withdraw : text.reject}
        </Button>
      </Allowed>
      {!isOwn && (
        <Allowed need="sysLogVis:approveClear">
          <Button size="small" danger loading={approval.isRunning} onClick={() => void approve()}>
            {text.approve}
          </Button>
        </Allowed>
      )}
      {dialog}
    </>
  );
}
