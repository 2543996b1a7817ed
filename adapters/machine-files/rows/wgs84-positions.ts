import type { SpatialReference } from 'gdal-async';
import { shownShift } from '../../../domain/boundary-files/projection-problems.ts';
import { type MachineProblem, machineProblem } from '../../../domain/machine-files/problem.ts';
import { reasonOf } from '../../boundary-files/conversion.ts';
import { type DatumShift, exactMetres, shiftAt } from '../../gdal/datum-shift.ts';
import { type Gdal, gdalInstall, loadGdal } from '../../gdal/gdal.ts';
import { MachineFileError } from '../raw-set.ts';

interface Positions {
  lon: Float64Array;
  lat: Float64Array;
}

/** Converts coordinates to longitudes and latitudes; NaN for positions that cannot be converted. */
export interface ToWgs84 {
  (x: Float64Array, y: Float64Array): Positions;
  /** The shift between datums at the first position that was converted; undefined if there is none. */
  shift?(): DatumShift | undefined;
}

/** Longitude first, whatever the EPSG registry says: a definition without an authority has no other order. */
const wgs84 = '+proj=longlat +datum=WGS84 +no_defs';

/**
 * The conversion from a shapefile's coordinates to WGS 84. Machines record in WGS 84, so most files need no conversion
 * and no GDAL.
 *
 * @param projection the text of the .prj file; without one the coordinates must look like degrees.
 * @throws MachineFileError
 */
export function wgs84Positions(projection: string | undefined, file: string): ToWgs84 {
  if (projection === undefined || projection.trim() === '') return (x, y) => degrees(x, y, file);
  if (/^\s*GEOGCS\["[^"]*",\s*DATUM\["D?_?WGS_?(19)?84"/i.test(projection)) return (x, y) => ({ lon: x, lat: y });
  return positionsOf((gdal) => gdal.SpatialReference.fromESRI([projection]), file);
}

/**
 * The conversion from a coordinate system to WGS 84.
 *
 * @param yFirst whether the system has northing or latitude first; given coordinates always have x first.
 * @throws MachineFileError
 */
export function positionsOf(systemOf: (gdal: Gdal) => SpatialReference, file: string, yFirst = false): ToWgs84 {
  const gdal = loadGdal();
  const unreadable = (reason: string, cause?: unknown) =>
    new MachineFileError(machineProblem('unreadable', file, { reason }), { cause });
  if (!gdal) throw unreadable(`its coordinate system needs GDAL, which is not installed here (${gdalInstall})`);
  try {
    const system = systemOf(gdal);
    const transformation = new gdal.CoordinateTransformation(system, gdal.SpatialReference.fromProj4(wgs84));
    let first: { x: number; y: number } | undefined;
    const convert: ToWgs84 = (x, y) => {
      const positions = { lon: new Float64Array(x.length), lat: new Float64Array(x.length) };
      for (let index = 0; index < x.length; index++) {
        const [from, to] = [x[index] ?? Number.NaN, y[index] ?? Number.NaN];
        const given: [number, number] = yFirst ? [to, from] : [from, to];
        const position = Number.isFinite(from + to) ? transformation.transformPoint(...given) : undefined;
        first ??= position;
        positions.lon[index] = position?.x ?? Number.NaN;
        positions.lat[index] = position?.y ?? Number.NaN;
      }
      return positions;
    };
    convert.shift = () => first && shiftAt(system, first.x, first.y);
    return convert;
  } catch (error) {
    throw unreadable(`its coordinate system cannot be used: ${reasonOf(error)}`, error);
  }
}

function degrees(x: Float64Array, y: Float64Array, file: string): Positions {
  const wrong = x.some((value) => Math.abs(value) > 180) || y.some((value) => Math.abs(value) > 90);
  if (wrong) throw new MachineFileError(machineProblem('missingProjection', file));
  return { lon: x, lat: y };
}

/** What a file says of the shift of its positions between datums: a problem, or a note where they are exact enough. */
export function saidOfShift(
  file: string,
  shift: DatumShift | undefined,
): { notes: string[]; problems: MachineProblem[] } {
  if (!shift) return { notes: [], problems: [] };
  const isExact = shift.metres !== undefined && shift.metres <= exactMetres;
  return isExact
    ? { notes: [shownShift(shift).replace(/^The/, 'the')], problems: [] }
    : { notes: [], problems: [machineProblem('datumShift', file, shift)] };
}
