import { timestamp } from '../../../../domain/clock.ts';
import { maskOf } from '../../../../domain/credentials/seal-members.ts';
import { invalid, Problem } from '../../../../domain/errors.ts';
import { planetKeyScope } from '../../../../domain/satellite/planet/planet-key.ts';
import { ProviderProblem } from '../../../../domain/sync/provider-problem.ts';
import type { Handlers } from '../../../http/exchange.ts';
import type { SatelliteServices } from '../services.ts';
import { upstreamNow } from '../upstream-header.ts';
import type { providerEndpoints } from './endpoints.ts';

const retrySeconds = 60;

export const providerHandlers: Handlers<typeof providerEndpoints, SatelliteServices> = {
  async getPlanetAccess({ owner }, { planetKeys, upstreams }) {
    const access = await planetKeys.get(owner.id);
    const headers = upstreamNow(['planet'], upstreams);
    return { status: 200, headers, body: { enabled: access !== undefined, ...access } };
  },

  async setPlanetAccess({ owner, body: { apiKey } }, { planet, planetKeys, planetQueue, sealer, clock, upstreams }) {
    await planet.check(apiKey).catch((error: unknown) => {
      throw error instanceof ProviderProblem ? refusalOf(error) : error;
    });
    const access = { apiKey: maskOf(apiKey), checkedAt: timestamp(clock.now()) };
    await planetKeys.put(owner.id, access, await sealer.seal(planetKeyScope(owner.id), apiKey));
    await planetQueue.send({ ownerId: owner.id });
    return { status: 200, headers: upstreamNow(['planet'], upstreams), body: { enabled: true, ...access } };
  },

  async deletePlanetAccess({ owner }, { planetKeys, upstreams }) {
    if (await planetKeys.remove(owner.id)) return { status: 204, headers: upstreamNow(['planet'], upstreams) };
    throw new Problem('notFound', 'There is no API key for Planet.', { errorKey: 'planetKeyNotFound' });
  },
};

function refusalOf(problem: ProviderProblem): Problem {
  const { kind, message, retryAfterSeconds = retrySeconds } = problem;
  if (kind === 'refused' || kind === 'forbidden') return invalid('#/apiKey', message, 'planetKeyRefused');
  const detail = `${message} Nothing was changed. Try again later.`;
  return new Problem('unavailable', detail, { errorKey: 'planetUnavailable', retryAfterSeconds, cause: problem });
}
