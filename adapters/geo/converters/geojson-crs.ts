import { type ProblemPlace, problem } from '../../../domain/boundary-files/problem.ts';
import { type Conversion, ConversionError } from '../conversion.ts';
import { requireGdal } from '../gdal-dataset.ts';
import { asIs, findSystem, type Reprojection, reprojectionFrom } from '../reproject.ts';

/** The spellings of WGS 84 in a `crs` member. GeoJSON has longitude first in all of them. */
const wgs84Spelling = /(?:CRS:?84|EPSG:+(?:[\d.]*:)?4326)$/i;

/** Honours the `crs` member that GeoJSON had before RFC 7946, and that other coordinates are still exported with. */
export function reprojectionOfMember(member: unknown, place: ProblemPlace, conversion: Conversion): Reprojection {
  const crs = member as CrsMember | null | undefined;
  if (!crs) return asIs;
  const code = crs.properties?.code;
  const name = String(crs.properties?.name ?? (code === undefined ? '' : `EPSG:${code}`)).trim();
  if (wgs84Spelling.test(name)) return asIs;
  if (!name)
    throw new ConversionError(
      problem('unknownProjection', place, { name: JSON.stringify(crs).slice(0, 60), reason: 'it has no name' }),
    );
  const gdal = requireGdal(conversion, place.file, 'GeoJSON file in another coordinate system than WGS 84');
  return reprojectionFrom(gdal, findSystem(gdal, name, name.slice(0, 60), place), place, true);
}

interface CrsMember {
  properties?: { name?: unknown; code?: unknown };
}
