import { sysHome } from "@countinghouse/contract/dashboard/home/home.ts";
import { implement, type ResourceRoutes } from "../../../platform/http/implement.ts";
import type { Platform } from "../../../platform/platform.ts";
import { readEvents } from "./home.events.service.ts";
import { describeProcess } from "./home.running.service.ts";
import { readOverview } from "./home.service.ts";

/** Routes of the home page; the node counts as started when they are built. */
export function buildHomeRoutes({ clock }: Pick<Platform, "clock">): ResourceRoutes {
  const running = describeProcess(clock.now());
  return implement(sysHome, { overview: (ctx, { today }) => readOverview(ctx, running, today), events: readEvents });
}
