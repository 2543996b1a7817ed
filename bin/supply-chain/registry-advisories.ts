import type { Advisory, InstalledPackage } from './audit.ts';

/** A registry that does not respond within this time is treated as one without the endpoint. */
const patienceMilliseconds = 20_000;

/**
 * The advisories of a registry about packages, from npm's bulk endpoint, or the reason why there are none. Many mirrors
 * do not have the endpoint, and some answer without a body.
 */
export async function registryAdvisories(
  registry: string,
  packages: readonly InstalledPackage[],
): Promise<{ advisories: Record<string, Advisory[]> } | { unavailable: string }> {
  const requested: Record<string, string[]> = {};
  for (const { name, version } of packages) requested[name] = [...new Set([...(requested[name] ?? []), version])];
  try {
    const response = await fetch(new URL('-/npm/v1/security/advisories/bulk', registry), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(requested),
      signal: AbortSignal.timeout(patienceMilliseconds),
    });
    if (!response.ok) return { unavailable: `it answered ${response.status}` };
    return { advisories: (await response.json()) as Record<string, Advisory[]> };
  } catch (error) {
    const { message, cause } = error as Error;
    return { unavailable: cause instanceof Error ? `${message}: ${cause.message}` : message };
  }
}
