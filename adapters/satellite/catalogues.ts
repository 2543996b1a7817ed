import type { Clock } from '../../domain/clock.ts';
import { collectionsOf, planetaryComputer } from '../../domain/satellite/scenes/collections.ts';
import type { SceneSource } from '../../domain/satellite/scenes/scene-source.ts';
import { type RangeOptions, type Ranges, ranges } from './ranges.ts';
import { signedFiles } from './signed-files.ts';
import { stacSource } from './stac-source.ts';

export interface Catalogue {
  /** `earth-search`, `planetary-computer`, or another name for a server with the wire of Earth Search. */
  upstream: string;
  /** The URL of its landing page. */
  address: string;
  clock: Clock;
}

/** The scenes of the configured catalogue. */
export function sceneSource({ upstream, address, clock }: Catalogue): SceneSource {
  const isPlanetary = upstream === planetaryComputer;
  return stacSource({ upstream, address, collections: collectionsOf(upstream), tellsCreated: !isPlanetary, clock });
}

/** The files of the scenes of the configured catalogue. URLs of Planetary Computer are signed. */
export function sceneFiles({ upstream, address, clock, ...options }: Catalogue & Omit<RangeOptions, 'signer'>): Ranges {
  const isSigned = upstream === planetaryComputer;
  return ranges({
    ...options,
    ...(isSigned && { signer: signedFiles(address, collectionsOf(upstream)[0] ?? '', clock) }),
  });
}
