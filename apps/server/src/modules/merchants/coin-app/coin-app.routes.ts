import { coinApp } from "@countinghouse/contract/merchants/coin-app/coin-app.ts";
import { installationKeys } from "../../../platform/crypto/installation-keys.ts";
import { exportable } from "../../../platform/export/exportable.ts";
import { implement } from "../../../platform/http/implement.ts";
import type { Platform } from "../../../platform/platform.ts";
import { readLogo, setLogo } from "./brand.service.ts";
import {
  addApp,
  endPreviousSecret,
  readKeys,
  rotateSecret,
  setAppStatus,
  updateApp,
  updateKey,
} from "./coin-app.service.ts";
import { appColumn, appKeyColumn, describedApps, findApp, listApps, pageApps } from "./coin-app.store.ts";

export const buildCoinAppRoutes = ({ secret }: Pick<Platform, "secret">) =>
  implement(coinApp, {
    page: pageApps,
    list: listApps,
    detail: (ctx, { id }) => findApp(ctx, id),
    keys: readKeys,
    logo: readLogo,
    add: addApp,
    update: updateApp,
    setLogo,
    setStatus: setAppStatus,
    updateKey,
    rotateSecret: rotateSecret(installationKeys(secret).ring),
    endPreviousSecret,
    export: exportable(coinApp, describedApps, { columnOf: appColumn, id: appKeyColumn }),
  });
