import type { SpatialReference } from 'gdal-async';
import accuracies from './datum-accuracies.json' with { type: 'json' };

/** The step from a system's datum to WGS 84 at a place. */
export interface DatumShift {
  /** As the system calls it, such as `North American Datum 1927`. */
  datum: string;
  /** The stated accuracy in metres; undefined where no transformation is known, so that coordinates stay as they are. */
  metres: number | undefined;
}

type Row = readonly [metres: number, shifts: number, west: number, south: number, east: number, north: number];

const byDatum = accuracies as unknown as Readonly<Record<string, readonly Row[]>>;

/**
 * The accuracy that the EPSG registry states for bringing coordinates from a system's datum to WGS 84 without grids, which PROJ does
 * with the best transformation of the place.
 *
 * @returns undefined for WGS 84, for datums that are taken as WGS 84 without any shift (ETRS89, NAD83, GDA94), for one whose
 * file states the shift itself, and for one that the registry does not know.
 * @example shiftAt(system, -0.1, 51.5) // { datum: 'Ordnance Survey of Great Britain 1936', metres: 2 }
 */
export function shiftAt(system: SpatialReference, longitude: number, latitude: number): DatumShift | undefined {
  const rows = byDatum[system.getAuthorityCode('DATUM') ?? ''];
  if (!rows || system.getAttrValue('TOWGS84', 0)) return undefined;
  const here = rows.filter(([, , west, south, east, north]) => {
    const isBetween = west <= east ? longitude >= west && longitude <= east : longitude >= west || longitude <= east;
    return isBetween && latitude >= south && latitude <= north;
  });
  const datum = system.getAttrValue('DATUM', 0).replaceAll('_', ' ');
  const [best] = here;
  if (!best) return rows.some(([, shifts]) => shifts === 1) ? { datum, metres: undefined } : undefined;
  const [metres, shifts] = best;
  return shifts === 1 ? { datum, metres } : undefined;
}

/** Shifts that are less accurate than this are as wide as what is measured: a warning says so. */
export const exactMetres = 3;
