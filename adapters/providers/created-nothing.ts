import type { Failure } from '../../domain/transport/outcome.ts';

const requestTimeout = 408;

/**
 * Whether a request that was to create something has certainly created nothing: it never left, or the provider has refused it. The next attempt then need not ask what is there.
 *
 * @example if (outcome.kind === 'failed' && createdNothing(outcome.failure)) await note({});
 */
export function createdNothing({ kind, status }: Pick<Failure, 'kind' | 'status'>): boolean {
  const isRefused = status !== undefined && status >= 400 && status < 500 && status !== requestTimeout;
  return kind === 'held' || kind === 'misdirected' || isRefused;
}
