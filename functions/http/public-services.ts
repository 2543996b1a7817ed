import { systemClock } from '../../adapters/system.ts';
import type { HttpServices } from './serve.ts';

/** The services of an area whose every endpoint is public: it knows no owner, reads no table and remembers no answer. */
export function publicServices(): HttpServices {
  return {
    clock: systemClock,
    owners: { find: async () => undefined },
    tokens: { verify: async () => undefined },
    answers: { begin: async () => ({ state: 'new' }), finish: async () => {}, forget: async () => {} },
    requestsPerMinute: Number.POSITIVE_INFINITY,
  };
}
