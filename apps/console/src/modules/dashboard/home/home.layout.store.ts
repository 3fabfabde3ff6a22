import { sysUserPreference } from "@countinghouse/contract/system/user-preference/user-preference.ts";
import { z } from "zod";
import { useMay } from "../../../platform/access/allowed.tsx";
import { useOperation } from "../../../platform/api/use-operation.ts";
import { usePreference } from "../../../platform/pages/use-preference.ts";
import { useIsOfMerchant } from "../../../platform/session/session.ts";
import { defaultLayout, fitLayout, isSameLayout, presetNames, type WidgetLayout } from "./home.layout.policy.ts";
import { type Widget, widgets } from "./widgets/index.ts";

const layoutKey = "home:layout";

const StoredLayout = z.object({
  preset: z.enum(presetNames),
  zones: z.array(z.array(z.string().max(64)).max(64)).max(8),
});

export interface HomeLayout {
  /** The widgets the reader may see. */
  readonly offered: readonly Widget[];
  readonly layout: WidgetLayout;
  readonly standard: WidgetLayout;
  readonly isReady: boolean;
  /** Keeps a layout for the reader on the server; the standard one is forgotten instead. Answers whether it is kept. */
  save(layout: WidgetLayout): Promise<boolean>;
  readonly isSaving: boolean;
}

/** The reader's own arrangement of the home page. */
export function useHomeLayout(): HomeLayout {
  const may = useMay();
  const isOfMerchant = useIsOfMerchant();
  const { value, isReady } = usePreference(layoutKey, StoredLayout);
  const { attempt, isRunning } = useOperation(sysUserPreference, "save", { success: null });
  const offered = widgets.filter(
    ({ permission, isOf }) =>
      (permission === undefined || may(permission)) && (isOf === undefined || (isOf === "merchant") === isOfMerchant),
  );
  const standard = defaultLayout(offered);
  return {
    offered,
    layout: value ? fitLayout(value, offered) : standard,
    standard,
    isReady,
    save: (layout) =>
      attempt({
        key: layoutKey,
        value: isSameLayout(layout, standard)
          ? null
          : { preset: layout.preset, zones: layout.zones.map((ids) => [...ids]) },
      }),
    isSaving: isRunning,
  };
}
