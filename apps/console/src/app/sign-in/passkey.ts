import { CallError } from "../../platform/api/call-error.ts";

/** Asks the browser for a passkey. The library is loaded on first use. Rejects with a {@link CallError}. */
export async function proveByPasskey(options: unknown, refusal: string): Promise<Record<string, unknown>> {
  const { startAuthentication } = await import("@simplewebauthn/browser");
  type Options = Parameters<typeof startAuthentication>[0]["optionsJSON"];
  try {
    const proof = await startAuthentication({ optionsJSON: options as Options });
    return proof as unknown as Record<string, unknown>;
  } catch {
    // Cancelled, timed out or no passkey: browsers do not tell which.
    throw new CallError("refused", refusal);
  }
}
