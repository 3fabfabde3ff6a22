import { coinApp } from "@countinghouse/contract/merchants/coin-app/coin-app.ts";
import { installationKeys } from "../../../platform/crypto/installation-keys.ts";
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
import { apps, listApps } from "./coin-app.store.ts";

export const buildCoinAppRoutes = ({ secret }: Pick<Platform, "secret">) =>
  implement(coinApp, {
    page: apps.page,
    list: listApps,
    detail: apps.detail,
    keys: readKeys,
    logo: readLogo,
    add: addApp,
    update: updateApp,
    setLogo,
    setStatus: setAppStatus,
    updateKey,
    rotateSecret: rotateSecret(installationKeys(secret).ring),
    endPreviousSecret,
    export: apps.export,
  });
