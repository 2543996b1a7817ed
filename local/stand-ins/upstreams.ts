import type { CloudPlan } from '../template/plan.ts';

/** `public`: the services that the template names; `local`: stand-ins on this machine. */
export type Upstreams = 'public' | 'local';

export interface UpstreamOptions {
  /** If absent, the public service, provided that it responds now. */
  upstreams?: Upstreams | undefined;
  /** The URL of a server of one's own, which is used without a look whether it responds. */
  address?: string | undefined;
  now(): number;
  log(line: string): void;
}

/** How long the start waits for a public service to answer, in milliseconds. */
const maxWaitMilliseconds = 2_000;

/**
 * Tests once whether a service responds. With `isClosed`, a response that asks for credentials counts as well.
 *
 * @example const isThere = await answers(new URL('/data/v1/item-types', address), true);
 */
export async function answers(url: URL | string, isClosed = false): Promise<boolean> {
  try {
    const { status, body } = await fetch(url, {
      redirect: 'manual',
      signal: AbortSignal.timeout(maxWaitMilliseconds),
    });
    await body?.cancel();
    return status === 200 || (isClosed && (status === 401 || status === 403));
  } catch {
    return false;
  }
}

/**
 * Sets environment variables of the functions that have variables of these names.
 *
 * @example redirect(functions, { SCENES_URL: stacUrl, SCENES_SOURCE: 'stand-in' });
 */
export function redirect(functions: CloudPlan['functions'], variables: Record<string, string>): void {
  for (const { environment } of functions) {
    for (const [name, value] of Object.entries(variables)) if (name in environment) environment[name] = value;
  }
}

/**
 * The reason for a stand-in, as a part of the line in the log.
 *
 * @example standInReason('local', 'api.planet.com') // 'as FURROW_UPSTREAMS asks'
 */
export function standInReason(upstreams: Upstreams | undefined, host: string): string {
  return upstreams === 'local' ? 'as FURROW_UPSTREAMS asks' : `since ${host} does not answer`;
}
