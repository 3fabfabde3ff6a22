import { gatewayAccountMessages } from "@countinghouse/contract/gateways/gateway-account/gateway-account.messages.ts";
import {
  type GatewayAccountDetail,
  gatewayAccount,
} from "@countinghouse/contract/gateways/gateway-account/gateway-account.ts";
import { fill } from "@countinghouse/contract/kit/locale.ts";
import { formatInstant } from "@countinghouse/ui/cells/instant.ts";
import { useUiSettings } from "@countinghouse/ui/layout/ui-settings.ts";
import { Button } from "antd";
import { useState } from "react";
import { Allowed } from "../../../platform/access/allowed.tsx";
import { useOperation } from "../../../platform/api/use-operation.ts";
import { useLocale, useWords } from "../../../platform/i18n/use-words.ts";
import { AskOnce } from "../../../platform/pages/ask-once.tsx";
import { RecordForm } from "../../../platform/pages/record-form.tsx";

interface WaitingChangeProps {
  readonly account: GatewayAccountDetail;
  readonly change: NonNullable<GatewayAccountDetail["change"]>;
}

/** New credentials that wait for a second person: what would change, who asked and why, and the decision. */
export function WaitingChange({ account, change }: WaitingChangeProps) {
  const { actions, text } = useWords(gatewayAccountMessages);
  const locale = useLocale();
  const { timeZone } = useUiSettings();
  const [open, setOpen] = useState<"approve" | "reject">();
  const input = { id: account.id, changeId: change.id };
  const approval = useOperation(gatewayAccount, "approveCredentials");
  const withdrawal = useOperation(gatewayAccount, "withdrawCredentials");
  const labelOf = (name: string) => account.credentials.find((one) => one.name === name)?.label[locale] ?? name;
  const facts = fill(text.changeBy, {
    names: change.names.map(labelOf).join(", "),
    name: change.createUserName ?? "–",
    time: formatInstant(change.createTime, timeZone),
  });
  return (
    <div className="ch-notice ch-tone-warning">
      <strong>
        <span className="ch-dot ch-dot-half" aria-hidden="true" />
        {text.changeWaits}
      </strong>
      <span>{facts}</span>
      <span>{change.reason}</span>
      <div className="ch-change-actions">
        {change.isOwn ? (
          <>
            <span className="ch-lines-muted">{text.ownWaits}</span>
            <Allowed need="gatewayAccount:withdrawCredentials">
              <Button size="small" loading={withdrawal.isRunning} onClick={() => void withdrawal.attempt(input)}>
                {actions.withdrawCredentials}
              </Button>
            </Allowed>
          </>
        ) : (
          <>
            <Allowed need="gatewayAccount:approveCredentials">
              <Button size="small" type="primary" loading={approval.isRunning} onClick={() => setOpen("approve")}>
                {actions.approveCredentials}
              </Button>
            </Allowed>
            <Allowed need="gatewayAccount:rejectCredentials">
              <Button size="small" onClick={() => setOpen("reject")}>
                {actions.rejectCredentials}
              </Button>
            </Allowed>
          </>
        )}
      </div>
      {open === "approve" && (
        <AskOnce
          question={{
            title: actions.approveCredentials,
            text: facts,
            confirm: actions.approveCredentials,
            isDangerous: false,
          }}
          onAnswer={(isConfirmed) => {
            setOpen(undefined);
            if (isConfirmed) void approval.attempt(input);
          }}
        />
      )}
      {open === "reject" && <Rejection of={input} onClose={() => setOpen(undefined)} />}
    </div>
  );
}

interface RejectionProps {
  readonly of: { readonly id: string; readonly changeId: string };
  onClose(): void;
}

const Rejection = ({ of, onClose }: RejectionProps) => (
  <RecordForm
    resource={gatewayAccount}
    operation="rejectCredentials"
    fields={["reason"]}
    record={of}
    onClose={onClose}
  />
);
