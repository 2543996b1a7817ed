import type { Layer } from 'gdal-async';
import { isOfMachines } from '../../domain/machine-files/points/planned-rates.ts';
import { isSqlite } from '../boundary-files/sqlite/database-pages.ts';
import { refusedObjectOf } from '../boundary-files/sqlite/plain-schema.ts';
import { type Gdal, loadGdal } from './gdal.ts';
import { flatType } from './gdal-dataset.ts';

/** A layer with recorded work. */
export interface WorkLayer {
  name: string;
  features: number;
}

/** The layers of a file by what they hold. */
export interface SortedLayers {
  work: WorkLayer[];
  /** The names of the others. */
  others: string[];
  /** Whether others have outlines, such as those of fields. */
  haveOutlines: boolean;
}

const drivers = { geopackage: 'GPKG', flatgeobuf: 'FlatGeobuf' } as const;

/** The kinds of files whose layers may be recorded work. */
export type LayeredKind = keyof typeof drivers;

/**
 * Sorts the layers of a GeoPackage or FlatGeobuf: points are work, and so are areas whose columns describe it, as the swaths
 * of a machine do. A file that cannot be opened has none: its reader says why.
 */
export function sortedLayers(path: string, kind: LayeredKind): SortedLayers {
  const none: SortedLayers = { work: [], others: [], haveOutlines: false };
  const gdal = loadGdal();
  if (!gdal) return none;
  try {
    // A database that would do more than hold rows is never opened.
    if (isSqlite(path) && refusedObjectOf(path)) return none;
    const dataset = gdal.open(path, 'r', [drivers[kind]]);
    try {
      const layers = [...dataset.layers].map((layer) => ({ layer, ground: groundOf(gdal, layer) }));
      return {
        work: layers
          .filter(({ ground }) => ground === 'work')
          .map(({ layer }) => ({ name: layer.name, features: layer.features.count() })),
        others: layers.filter(({ ground }) => ground !== 'work').map(({ layer }) => layer.name),
        haveOutlines: layers.some(({ ground }) => ground === 'outlines'),
      };
    } finally {
      dataset.close();
    }
  } catch {
    return none;
  }
}

function groundOf(gdal: Gdal, layer: Layer): 'work' | 'outlines' | undefined {
  const type = flatType(layer) || flatTypeOf(layer.features.first()?.getGeometry()?.wkbType);
  if (type === gdal.wkbPoint) return 'work';
  if (type !== gdal.wkbPolygon && type !== gdal.wkbMultiPolygon) return undefined;
  return isOfMachines(layer.fields.getNames()) ? 'work' : 'outlines';
}

const flatTypeOf = (type: number | undefined) => ((type ?? 0) & 0x7fffffff) % 1000;
