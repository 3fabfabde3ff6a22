import { permissionOf, type Resource } from "@countinghouse/contract/kit/resource.ts";
import { Link } from "react-router";
import { Allowed } from "../access/allowed.tsx";
import { useWords } from "../i18n/use-words.ts";
import { useIsOfMerchant } from "../session/session.ts";

/**
 * The way to a page on which a merchant's people begin what many never do: their menu does not list it before the first time.
 * Stands beside the list that it belongs to, for whoever may begin it.
 */
export function WayTo({ resource }: { readonly resource: Resource }) {
  const { title } = useWords(resource);
  if (!useIsOfMerchant() || !resource.menu) return null;
  return (
    <Allowed need={permissionOf(resource.name, "add")}>
      <Link className="ch-btn" to={resource.menu.path}>
        {title}
      </Link>
    </Allowed>
  );
}
