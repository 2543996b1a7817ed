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

/**
 * Catalogues whose searches can ask when Items were published. Others may ignore the question or, like `rustac serve`, find nothing without a word, so
 * that their Items are searched by date.
 */
const withCreated: ReadonlySet<string> = new Set(['earth-search', 'stand-in']);

/** The scenes of the configured catalogue. */
export function sceneSource({ upstream, address, clock }: Catalogue): SceneSource {
  const tellsCreated = withCreated.has(upstream);
  return stacSource({ upstream, address, collections: collectionsOf(upstream), tellsCreated, clock });
}

/** The files of the scenes of the configured catalogue. URLs of Planetary Computer are signed. */
export function sceneFiles({ upstream, address, clock, ...options }: Catalogue & Omit<RangeOptions, 'signer'>): Ranges {
  const isSigned = upstream === planetaryComputer;
  return ranges({
    ...options,
    ...(isSigned && { signer: signedFiles(address, collectionsOf(upstream)[0] ?? '', clock) }),
  });
}
