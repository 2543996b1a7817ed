import type { Clock } from '../../domain/clock.ts';
import type { SceneSource } from '../../domain/satellite/scene-source.ts';
import { stacSource } from './stac-source.ts';

/** What each catalogue calls the scenes, the better collection first. Others are taken for Earth Search's wire. */
const planetaryComputer = 'planetary-computer';
const earthSearchCollections = ['sentinel-2-c1-l2a', 'sentinel-2-l2a'];

/**
 * The catalogue that a deployment is set to.
 *
 * @param upstream `earth-search`, `planetary-computer`, or another name for a server with the wire of Earth Search.
 */
export function sceneSource({
  upstream,
  address,
  clock,
}: {
  upstream: string;
  address: string;
  clock: Clock;
}): SceneSource {
  const isPlanetary = upstream === planetaryComputer;
  const collections = isPlanetary ? ['sentinel-2-l2a'] : earthSearchCollections;
  return stacSource({ upstream, address, collections, tellsCreated: !isPlanetary, clock });
}
