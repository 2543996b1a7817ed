import { tracerOf } from '../../adapters/aws/tracing/tracer.ts';
import { systemClock } from '../../adapters/system.ts';
import { optionalEnvironment } from './environment.ts';
import type { HttpServices } from './serve.ts';
import { requestLogOf } from './telemetry/request-log.ts';

/** The services of an area whose every endpoint is public: it knows no owner, reads no table and remembers no answer. */
export function publicServices(): HttpServices {
  return {
    clock: systemClock,
    owners: { find: async () => undefined },
    tokens: { verify: async () => undefined },
    answers: { begin: unused, commitRecord: unused, commit: unused, finish: unused, release: unused },
    requestsPerMinute: Number.POSITIVE_INFINITY,
    requestLog: requestLogOf(optionalEnvironment),
    tracer: tracerOf(optionalEnvironment),
  };
}

async function unused(): Promise<never> {
  throw new Error('public endpoints take no Idempotency-Key');
}
