import type { Advisory, InstalledPackage } from './audit.ts';

/** A registry that does not answer for this long has no such endpoint to offer. */
const patienceMilliseconds = 20_000;

/**
 * The advisories that a registry knows about packages, by npm's bulk endpoint, or why it could not be asked. Many mirrors
 * do not have the endpoint, and some answer without a body.
 */
export async function registryAdvisories(
  registry: string,
  packages: readonly InstalledPackage[],
): Promise<{ advisories: Record<string, Advisory[]> } | { unavailable: string }> {
  const asked: Record<string, string[]> = {};
  for (const { name, version } of packages) asked[name] = [...new Set([...(asked[name] ?? []), version])];
  try {
    const response = await fetch(new URL('-/npm/v1/security/advisories/bulk', registry), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(asked),
      signal: AbortSignal.timeout(patienceMilliseconds),
    });
    if (!response.ok) return { unavailable: `it answered ${response.status}` };
    return { advisories: (await response.json()) as Record<string, Advisory[]> };
  } catch (error) {
    const { message, cause } = error as Error;
    return { unavailable: cause instanceof Error ? `${message}: ${cause.message}` : message };
  }
}
