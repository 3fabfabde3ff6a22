import type { sysDictType } from "@countinghouse/contract/settings/dict/dict-type.ts";
import type { sysMenu } from "@countinghouse/contract/settings/menu/menu.ts";
import type { sysAuth } from "@countinghouse/contract/system/auth/auth.ts";
import { remote } from "../api/client.ts";
import { session } from "./session.ts";

const auth = remote<typeof sysAuth>("sysAuth");
const menus = remote<typeof sysMenu>("sysMenu");
const dictionaries = remote<typeof sysDictType>("sysDictType");
const get = { method: "GET", passive: true } as const;

/** Reads the user's own menu and permissions again, after a menu or a role was changed. What fails stays as it was. */
export async function rereadRights(): Promise<void> {
  const answers = await Promise.all([auth("userInfo", {}, get), menus("loginMenuTree", {}, get)]).catch(
    () => undefined,
  );
  if (!answers || session.get().phase !== "ready") return;
  const [user, menu] = answers;
  session.set((before) => ({
    ...before,
    user: { ...user, time: Date.now() },
    menu,
    permissions: new Set(user.buttons),
  }));
}

/** Reads the dictionaries again, after one was changed. What fails stays as it was. */
export async function rereadDictionaries(): Promise<void> {
  const answer = await dictionaries("allDictList", {}, get).catch(() => undefined);
  if (answer && session.get().phase === "ready") session.set((before) => ({ ...before, dictionaries: answer }));
}
