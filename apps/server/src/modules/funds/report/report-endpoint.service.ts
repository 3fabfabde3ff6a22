import { fileEndpoint } from "@countinghouse/contract/funds/file-endpoint/file-endpoint.ts";
import { reportScheduleMessages } from "@countinghouse/contract/funds/report/report-schedule.messages.ts";
import { permissionOf } from "@countinghouse/contract/kit/resource.ts";
import { type Actor, isOfMerchant } from "../../../platform/access/actor.ts";
import { holds } from "../../../platform/access/permission.ts";
import { type EndpointUser, readEndpoint, useEndpoint } from "../file-endpoint/index.ts";
import type { ReportDelivery } from "./report-delivery.port.ts";

/** Endpoints are the operator's: people of a merchant put nothing there. */
export const mayChooseEndpoints = (actor: Actor): boolean =>
  !isOfMerchant(actor) && holds(actor, permissionOf(fileEndpoint.name, "list"));

/** A name that is the same for every try of a sending, and no other's. */
const nameOf = (report: string, { id }: { readonly id: string }, fromDay: string, toDay: string, format: string) =>
  `${report}_${fromDay}_${toDay}_${id}.${format}`;

/** Puts a report to the endpoint that its schedule names. */
export const reportEndpoint = (platform: EndpointUser): ReportDelivery => ({
  deliver: async ({ schedule, fromDay, toDay, content, locale, mayPut }) => {
    if (schedule.fileEndpointId === null) return;
    const endpoint = await readEndpoint(platform.db, schedule.fileEndpointId);
    const isUsable = mayPut && endpoint?.status === "enabled" && endpoint.tenantId === schedule.tenantId;
    if (!endpoint || !isUsable) throw new Error(reportScheduleMessages[locale].text.endpointGone);
    const name = nameOf(schedule.report, schedule, fromDay, toDay, schedule.format);
    await useEndpoint(platform, endpoint, (files) => files.write(name, content));
  },
});
