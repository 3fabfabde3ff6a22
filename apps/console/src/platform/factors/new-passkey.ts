import { CallError } from "../api/call-error.ts";

/** Has the browser make a passkey. The library is loaded at the first use only. Ends in a {@link CallError}. */
export async function makePasskey(options: unknown, refusal: string): Promise<Record<string, unknown>> {
  const { startRegistration } = await import("@simplewebauthn/browser");
  type Options = Parameters<typeof startRegistration>[0]["optionsJSON"];
  try {
    const made = await startRegistration({ optionsJSON: options as Options });
    return made as unknown as Record<string, unknown>;
  } catch {
    // Cancelled, timed out, or this device holds one already: the browser tells a page no more than that.
    throw new CallError("refused", refusal);
  }
}

/** Whether this browser can make passkeys here; it cannot on plain HTTP. */
export const canMakePasskeys = (): boolean => window.isSecureContext && "PublicKeyCredential" in window;
