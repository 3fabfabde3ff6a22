import { upstreamGatewayMessages } from "@countinghouse/contract/gateways/upstream-gateway/upstream-gateway.messages.ts";
import type { ConnectivityVerdict } from "@countinghouse/contract/gateways/upstream-gateway/upstream-gateway.ts";
import { fill } from "@countinghouse/contract/kit/locale.ts";
import { TimeCell } from "@countinghouse/ui/cells/time-cell.tsx";
import { Button } from "antd";
import { PlugZap } from "lucide-react";
import { useState } from "react";
import { toastFailure } from "../api/use-operation.ts";
import { useWords } from "../i18n/use-words.ts";
import "./gateways.css";

interface ConnectivityTestProps {
  readonly label: string;
  /** Makes the call. */
  ask(): Promise<ConnectivityVerdict>;
}

/** Button for a connectivity test, with result and latency. */
export function ConnectivityTest({ label, ask }: ConnectivityTestProps) {
  const { text } = useWords(upstreamGatewayMessages);
  const [isAsking, setAsking] = useState(false);
  const [verdict, setVerdict] = useState<ConnectivityVerdict>();
  const run = async () => {
    setAsking(true);
    setVerdict(undefined);
    try {
      setVerdict(await ask());
    } catch (error) {
      toastFailure(error);
    } finally {
      setAsking(false);
    }
  };
  return (
    <div className="ch-gateway-test">
      <Button icon={<PlugZap size={16} aria-hidden="true" />} loading={isAsking} onClick={() => void run()}>
        {label}
      </Button>
      <div role="status">{isAsking ? text.testing : verdict && <Verdict verdict={verdict} />}</div>
    </div>
  );
}

function Verdict({ verdict }: { readonly verdict: ConnectivityVerdict }) {
  const { text } = useWords(upstreamGatewayMessages);
  const { accountName: account, latencyMs: ms, httpStatus: status, at } = verdict;
  const facts = fill(status === null ? text.verdictFacts : text.verdictFactsHttp, { account, ms, status });
  return (
    <div className={`ch-notice ch-tone-${verdict.verdict === "ok" ? "success" : "danger"}`}>
      <strong>
        <span className="ch-dot" aria-hidden="true" />
        {text[`verdict_${verdict.verdict}`]}
      </strong>
      <span>
        {facts} · <TimeCell value={at} />
      </span>
    </div>
  );
}
