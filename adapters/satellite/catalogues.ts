import type { Clock } from '../../domain/clock.ts';
import type { SceneSource } from '../../domain/satellite/scenes/scene-source.ts';
import { type RangeOptions, type Ranges, ranges } from './ranges.ts';
import { signedFiles } from './signed-files.ts';
import { stacSource } from './stac-source.ts';

/** What each catalogue calls the scenes, the better collection first. Others are taken for Earth Search's wire. */
const planetaryComputer = 'planetary-computer';
const planetaryCollection = 'sentinel-2-l2a';
const earthSearchCollections = ['sentinel-2-c1-l2a', 'sentinel-2-l2a'];

export interface Catalogue {
  /** `earth-search`, `planetary-computer`, or another name for a server with the wire of Earth Search. */
  upstream: string;
  /** Of its landing page. */
  address: string;
  clock: Clock;
}

/** The scenes of the catalogue that a deployment is set to. */
export function sceneSource({ upstream, address, clock }: Catalogue): SceneSource {
  const isPlanetary = upstream === planetaryComputer;
  const collections = isPlanetary ? [planetaryCollection] : earthSearchCollections;
  return stacSource({ upstream, address, collections, tellsCreated: !isPlanetary, clock });
}

/** The files of its scenes; those of Planetary Computer are signed. */
export function sceneFiles({ upstream, address, clock, ...options }: Catalogue & Omit<RangeOptions, 'sign'>): Ranges {
  const isSigned = upstream === planetaryComputer;
  return ranges({ ...options, ...(isSigned && { sign: signedFiles(address, planetaryCollection, clock) }) });
}
