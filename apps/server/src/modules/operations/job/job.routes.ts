import { sysJob } from "@countinghouse/contract/operations/job/job.ts";
import { implement } from "../../../platform/http/implement.ts";
import { readBoard } from "./job.service.ts";

/** The background work of the whole installation. */
export const sysJobRoutes = implement(sysJob, { board: (ctx, { since }) => readBoard(ctx, since) });
