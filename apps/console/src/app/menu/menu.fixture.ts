import type { SessionMenuNode } from "../../platform/session/session.ts";

let nextId = 0;

/** A menu entry for tests; meta and children as given. */
export function menuNode(
  path: string,
  more: Partial<Omit<SessionMenuNode, "meta">> & { meta?: Partial<SessionMenuNode["meta"]> } = {},
): SessionMenuNode {
  nextId += 1;
  const { meta, ...rest } = more;
  return {
    id: nextId,
    pid: 0,
    type: 2,
    name: null,
    path,
    component: null,
    redirect: null,
    children: [],
    ...rest,
    meta: {
      title: path,
      titles: null,
      icon: null,
      isIframe: false,
      isLink: null,
      isHide: false,
      isKeepAlive: true,
      isAffix: false,
      ...meta,
    },
  };
}
