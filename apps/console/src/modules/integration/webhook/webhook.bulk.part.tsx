import { webhook } from "@countinghouse/contract/integration/webhook/webhook.ts";
import { DeliveryStatus } from "@countinghouse/contract/integration/webhook/webhook-enumerations.ts";
import { useTimeZone } from "@countinghouse/ui/layout/ui-settings.ts";
import { useMay } from "../../../platform/access/allowed.tsx";
import type { FormsOfPage } from "../../../platform/pages/form-declaration.ts";
import { filterInputs } from "../../../platform/pages/list-address.ts";
import { PageActions } from "../../../platform/pages/page-actions.tsx";
import { filtersOf } from "../../../platform/pages/paged-resource.ts";
import { useListAddress } from "../../../platform/pages/use-list-address.ts";
import { useAnswer } from "../../../platform/pickers/use-answer.ts";
import { paymentMode } from "../../../platform/session/payment-mode.ts";
import { useStore } from "../../../platform/state/store.ts";

/** Sends once more what was given up: offered where the list's filters find any of it. */
export function ResendGivenUp({ forms }: { readonly forms: FormsOfPage }) {
  const { address } = useListAddress(webhook);
  const filters: Readonly<Record<string, unknown>> = filterInputs(
    address,
    filtersOf(webhook),
    useTimeZone(),
    Date.now(),
  );
  const mode = useStore(paymentMode);
  const asked = filters.status as readonly string[] | undefined;
  const isEnabled = useMay()("webhook:bulkResend") && (!asked || asked.includes(DeliveryStatus.Dead));
  const input = { ...filters, mode, status: [DeliveryStatus.Dead], page: 1, pageSize: 1 };
  const { data } = useAnswer(webhook, "page", input as never, { isEnabled });
  if (!isEnabled || !data?.total) return null;
  return <PageActions resource={webhook} actions={["bulkResend"]} forms={forms} />;
}
