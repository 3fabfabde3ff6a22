import { sysJob } from "@countinghouse/contract/operations/job/job.ts";
import { lazyPart } from "@countinghouse/ui/layout/lazy-part.tsx";
import { useWords } from "../../../platform/i18n/use-words.ts";
import { TabbedPage } from "../../../platform/pickers/page-tabs.tsx";
import { JobList } from "./job.list.part.tsx";

const JobBoard = lazyPart(async () => (await import("./job.board.part.tsx")).JobBoard);
const JobCluster = lazyPart(async () => (await import("./job.cluster.part.tsx")).JobCluster);

/** The background work of the installation: its jobs with what starts them, the board, and the nodes that do it. */
export function JobPage() {
  const { title, text } = useWords(sysJob);
  return (
    <TabbedPage
      title={title}
      tabs={[
        { key: "jobs", title: text?.jobs ?? "", need: "sysJob:pageJobDetail", part: JobList },
        { key: "board", title: text?.board ?? "", need: "sysJob:board", part: JobBoard },
        { key: "cluster", title: text?.cluster ?? "", need: "sysJob:jobClusterList", part: JobCluster },
      ]}
    />
  );
}
