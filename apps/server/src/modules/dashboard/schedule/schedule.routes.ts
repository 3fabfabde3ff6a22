import { sysSchedule } from "@countinghouse/contract/dashboard/schedule/schedule.ts";
import { refuse } from "@countinghouse/contract/kit/refusal.ts";
import { recordOperations } from "../../../platform/db/table-operations.ts";
import { implement } from "../../../platform/http/implement.ts";
import { listSchedule } from "./schedule.store.ts";

const schedules = recordOperations({ table: "schedules", resource: sysSchedule });

interface Times {
  readonly startTime?: string | null | undefined;
  readonly endTime?: string | null | undefined;
}

function assertOrdered({ startTime, endTime }: Times): void {
  if (!startTime || !endTime || startTime <= endTime) return;
  throw refuse("sysSchedule.endsBeforeStart", { startTime, endTime });
}

export const sysScheduleRoutes = implement(sysSchedule, {
  page: listSchedule,
  detail: schedules.detail,
  add: async (ctx, input) => {
    assertOrdered(input);
    return schedules.add(ctx, input);
  },
  update: async (ctx, input) => {
    assertOrdered(input);
    return schedules.update(ctx, input);
  },
  delete: schedules.delete,
  setStatus: schedules.update,
});
