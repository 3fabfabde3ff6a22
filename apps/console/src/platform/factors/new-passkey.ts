import { CallError } from "../api/call-error.ts";

/** Creates a passkey. The library is loaded on first use. Rejects with a {@link CallError}. */
export async function makePasskey(options: unknown, refusal: string): Promise<Record<string, unknown>> {
  const { startRegistration } = await import("@simplewebauthn/browser");
  type Options = Parameters<typeof startRegistration>[0]["optionsJSON"];
  try {
    const made = await startRegistration({ optionsJSON: options as Options });
    return made as unknown as Record<string, unknown>;
  } catch {
    // Cancelled, timed out, or already registered: browsers do not tell which.
    throw new CallError("refused", refusal);
  }
}

/** Whether the browser can create passkeys here, which needs a secure context. */
export const canMakePasskeys = (): boolean => window.isSecureContext && "PublicKeyCredential" in window;
