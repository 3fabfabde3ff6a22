import { z } from "zod";
import { type Filters, type ListSpec, listInput } from "./list.ts";
import { command, type OperationOptions } from "./operation.ts";

/** File formats a list can be exported to. */
export const ExportFormat = z.enum(["csv", "xlsx"]);

/**
 * The background export of a paged list: same filters and sort, selected columns in order, headings in the caller's
 * language and times in their zone. Answers the job to follow.
 */
export const exportOf = <F extends Filters, S extends string>(
  spec: ListSpec<F, S>,
  options: Pick<OperationOptions, "stepUp"> = {},
) =>
  command(
    z.object({
      format: ExportFormat,
      columns: z.array(z.string().max(64)).min(1).max(100),
      timeZone: z.string().max(64).default("UTC"),
      filter: listInput(spec),
    }),
    z.object({ jobId: z.string() }),
    options,
  );
