import type { FieldFacts } from "@countinghouse/contract/kit/field.ts";
import { Link } from "react-router";
import { type SessionMenuNode, useSession } from "../session/session.ts";

const find = (nodes: readonly SessionMenuNode[], name: string): SessionMenuNode | undefined => {
  for (const node of nodes) {
    const found = node.name === name ? node : find(node.children, name);
    if (found) return found;
  }
  return undefined;
};

interface ReferenceLinkProps {
  readonly facts: FieldFacts;
  readonly value: string | number;
  readonly name: string;
}

/** The name of a record, leading to it where the reader has its page. */
export function ReferenceLink({ facts, value, name }: ReferenceLinkProps) {
  const { target } = facts;
  const path = useSession(({ menu }) =>
    target?.hasRows && !target.key ? find(menu, target.resource)?.path : undefined,
  );
  if (!path)
    return (
      <span className="ch-cut" title={name}>
        {name}
      </span>
    );
  return (
    <Link
      to={`${path}?open=${encodeURIComponent(String(value))}`}
      className="ch-link ch-cut"
      title={name}
      onClick={(event) => event.stopPropagation()}
    >
      {name}
    </Link>
  );
}
