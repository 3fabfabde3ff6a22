import { fileEndpointMessages } from "@countinghouse/contract/funds/file-endpoint/file-endpoint.messages.ts";
import {
  type FileEndpoint,
  type FileEndpointTrial,
  fileEndpoint,
} from "@countinghouse/contract/funds/file-endpoint/file-endpoint.ts";
import { FileEndpointVerdict } from "@countinghouse/contract/funds/file-endpoint/file-endpoint-enumerations.ts";
import { fill } from "@countinghouse/contract/kit/locale.ts";
import { Copyable } from "@countinghouse/ui/cells/copyable.tsx";
import { Button } from "antd";
import { PlugZap } from "lucide-react";
import { useState } from "react";
import { Allowed } from "../../../platform/access/allowed.tsx";
import { call } from "../../../platform/api/client.ts";
import { toastFailure } from "../../../platform/api/use-operation.ts";
import { useWords } from "../../../platform/i18n/use-words.ts";
import { RecordFacts, RecordHistory } from "../../../platform/pages/record-facts.tsx";
import { ChipOf } from "../../../platform/payments/chip-of.tsx";
import "./file-endpoint.css";

const sftp = ["url", "userName", "hostKey", "folder", "secretTime", "lastVerdict", "lastTime", "remark"];
const s3 = [
  "url",
  "bucket",
  "region",
  "isPathStyle",
  "userName",
  "folder",
  "secretTime",
  "lastVerdict",
  "lastTime",
  "remark",
];

/** An endpoint beside the list, and what it answers when it is tried. */
export function FileEndpointDetail({ row }: { readonly row: FileEndpoint }) {
  return (
    <>
      <RecordFacts resource={fileEndpoint} of={row} fields={row.protocol === "sftp" ? sftp : s3} />
      <Allowed need="fileEndpoint:test">
        <Trial key={`${row.id} ${row.version}`} id={row.id} />
      </Allowed>
      <RecordHistory resource={fileEndpoint} of={row} />
    </>
  );
}

function Trial({ id }: { readonly id: string }) {
  const { actions } = useWords(fileEndpointMessages);
  const [isAsking, setAsking] = useState(false);
  const [trial, setTrial] = useState<FileEndpointTrial>();
  const run = async () => {
    setAsking(true);
    setTrial(undefined);
    try {
      setTrial(await call(fileEndpoint, "test", { id }));
    } catch (error) {
      toastFailure(error);
    } finally {
      setAsking(false);
    }
  };
  return (
    <div className="ch-endpoint-trial">
      <Button icon={<PlugZap size={16} aria-hidden="true" />} loading={isAsking} onClick={() => void run()}>
        {actions.test}
      </Button>
      <div role="status">{trial && <Outcome {...trial} />}</div>
    </div>
  );
}

function Outcome({ verdict, message, hostKey, fileCount, latencyMs }: FileEndpointTrial) {
  const { text } = useWords(fileEndpointMessages);
  return (
    <>
      <p className="ch-endpoint-outcome">
        <ChipOf enumeration={FileEndpointVerdict} value={verdict} />
        <span className="ch-lines-muted">{latencyMs} ms</span>
        {fileCount !== null && <span>{fill(text.trialFiles, { count: fileCount })}</span>}
      </p>
      {message && <p className="ch-lines-muted">{message}</p>}
      {hostKey && verdict.startsWith("host_key") && (
        <>
          <p>
            {text.trialHostKey}: <Copyable value={hostKey}>{hostKey}</Copyable>
          </p>
          <p className="ch-lines-muted">{text.trialCompare}</p>
        </>
      )}
    </>
  );
}
