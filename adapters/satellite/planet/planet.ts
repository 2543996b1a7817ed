import type { PlanetService } from '../../../domain/satellite/planet/planet.ts';
import type { PlanetWire } from './ask-planet.ts';
import { cancelOrder, orderOnce, orderState } from './orders.ts';
import { searchScenes, tryKey } from './search-scenes.ts';

/**
 * Planet's Data API (https://docs.planet.com/develop/apis/data/) and Orders API without delivery (https://docs.planet.com/develop/apis/orders/).
 *
 * @example const planet = planetService({ address: names.PLANET_URL });
 */
export function planetService(wire: PlanetWire): PlanetService {
  return {
    check: (apiKey) => tryKey(wire, apiKey),
    search: (apiKey, asked) => searchScenes(wire, apiKey, asked),
    order: (apiKey, asked) => orderOnce(wire, apiKey, asked),
    state: (apiKey, orderId) => orderState(wire, apiKey, orderId),
    cancel: (apiKey, orderId) => cancelOrder(wire, apiKey, orderId),
  };
}
