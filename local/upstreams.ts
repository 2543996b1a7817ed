/** `public`: the services that the template names; `local`: stand-ins on this machine. */
export type Upstreams = 'public' | 'local';

export interface UpstreamOptions {
  /** Left out: the public service if it answers now. */
  upstreams?: Upstreams | undefined;
  now(): number;
  log(line: string): void;
}

/** How long the start waits for a public service to answer, in milliseconds. */
const maxWaitMilliseconds = 2_000;

/** Looks once whether a service answers a question; one that wants to know who asks is taken for there as well where `isClosed`. */
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
