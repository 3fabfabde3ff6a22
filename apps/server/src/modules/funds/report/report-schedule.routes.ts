import { reportSchedule } from "@countinghouse/contract/funds/report/report-schedule.ts";
import { implement } from "../../../platform/http/implement.ts";
import type { Platform } from "../../../platform/platform.ts";
import { scheduleOperations } from "./report-schedule.service.ts";

export const buildReportScheduleRoutes = ({ config }: Pick<Platform, "config">) =>
  implement(reportSchedule, scheduleOperations(config.mail));
