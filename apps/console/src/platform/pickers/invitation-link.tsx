import { fill } from "@countinghouse/contract/kit/locale.ts";
import { formatInstant } from "@countinghouse/ui/cells/instant.ts";
import { useTimeZone } from "@countinghouse/ui/layout/ui-settings.ts";
import { OneTimeSecret } from "./one-time-secret.tsx";

interface InvitationLinkProps {
  readonly of: { readonly account: string; readonly invitation: string; readonly expireTime: string };
  /** Both may name the `{account}`, and the text the `{time}` at which the link ends. */
  readonly words: { readonly linkTitle: string; readonly linkText: string };
  onClose(): void;
}

/** The word stands behind the number sign: a browser keeps that to itself, so that no log on the way holds it. */
const linkOf = (account: string, invitation: string): string =>
  `${window.location.origin}/login#${new URLSearchParams({ account, invitation })}`;

/** A link by which a password is chosen, shown the one time there is. */
export function InvitationLink({ of: { account, invitation, expireTime }, words, onClose }: InvitationLinkProps) {
  const time = formatInstant(expireTime, useTimeZone());
  return (
    <OneTimeSecret
      title={fill(words.linkTitle, { account })}
      text={fill(words.linkText, { account, time })}
      values={[linkOf(account, invitation)]}
      onClose={onClose}
    />
  );
}
