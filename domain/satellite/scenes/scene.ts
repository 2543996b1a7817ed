import type { MultiPolygon } from '../../geometry/multi-polygon.ts';

export const imageryProviders = ['sentinel', 'planet'] as const;
export type ImageryProvider = (typeof imageryProviders)[number];

/** One band of a scene as a file. Reflectance is `number × scale + offset`. */
export interface SceneAsset {
  href: string;
  scale: number;
  /** The offset that is still to be added: 0 if the file's numbers include it. */
  offset: number;
  /** Size of a pixel. */
  metres: number;
}

/** One acquisition of a tile by a satellite. Where one datastrip ends and the next begins within a tile, each of the two pieces is a scene. */
export interface Scene {
  /** The Item's id in its collection. */
  id: string;
  /** Platform, tile and minute, `S2B_33TWL_2023-08-10T09:58`: the same in each Item of a scene, and in the two pieces of a tile that a datastrip cuts. */
  key: string;
  /**
   * When the datastrip began that the scene was cut from, as the publisher writes it: `20230810T095651`. It tells the two pieces of a cut tile apart,
   * and stays the same when a scene is reprocessed. Absent where the Item does not name it.
   */
  datastrip?: string;
  provider: ImageryProvider;
  /** The catalogue: `earth-search`, `planetary-computer`, `stand-in`, `planet`. */
  upstream: string;
  collection: string;
  /** When it was acquired, ISO 8601 with milliseconds and Z. */
  date: string;
  /** When the catalogue published it. */
  created: string;
  /** MGRS tile: `33TWL`. */
  tile?: string;
  /** The ground for which it has data. */
  footprint: MultiPolygon;
  /** The cloud cover of the whole scene, in percent. */
  cloudPercent?: number;
  /** The files of its bands by the name of the band: B01 to B12, B8A, SCL. */
  assets: Readonly<Record<string, SceneAsset>>;
}
