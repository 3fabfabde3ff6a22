import { send } from "../api/client.ts";
import { createStore, useStore } from "../state/store.ts";
import type { SystemInfo } from "./session.ts";

/** Name of the product, shown until the server names the installation. */
export const productName = "Countinghouse";

export const noSystemInfo: SystemInfo = {
  sysLogo: "",
  sysTitle: productName,
  sysViceTitle: "",
  sysViceDesc: "",
  sysIcp: "",
  sysIcpUrl: "",
  sysWatermark: "",
  sysCopyright: "",
  sysSecondVer: false,
  sysCaptcha: false,
};

/** What the installation is called and shows. */
export const systemInfo = createStore<SystemInfo>(noSystemInfo);

/** Reads it. When the server does not answer, the product's own name and mark stand in. */
export async function loadSystemInfo(): Promise<void> {
  const endpoint = { path: "/api/sysConfig/sysInfo", method: "GET", isCommand: false, isPassive: true } as const;
  const answer = await send(endpoint, {}).catch(() => undefined);
  const said = typeof answer === "object" && answer !== null ? (answer as Partial<SystemInfo>) : {};
  const known = Object.entries(said).filter(([, value]) => value !== null && value !== undefined);
  systemInfo.set({ ...noSystemInfo, ...Object.fromEntries(known) });
}

/** The installation's facts, followed. */
export const useSystemInfo = (): SystemInfo => useStore(systemInfo);
