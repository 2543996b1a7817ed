import { type ProblemLocation, problem } from '../../../domain/boundary-files/problem.ts';
import { requireGdal } from '../../gdal/gdal-dataset.ts';
import { asIs, findSystem, type Reprojection, reprojectionFrom } from '../../gdal/reproject.ts';
import { type Conversion, ConversionError } from '../conversion.ts';

/**
 * A reference into a registry: `EPSG:25832`, `urn:ogc:def:crs:EPSG:6.9:25832`,
 * `http://www.opengis.net/def/crs/EPSG/0/25832`. Nothing else is passed to the engine, which would read paths and fetch
 * URLs.
 */
const reference = /(?:^|[:/])(EPSG|ESRI|OGC)(?:[:/][\d.]*)?[:/]([A-Z\d]{3,9})$/i;

/** Names of WGS 84. GeoJSON has longitude first with all of them. */
const wgs84Codes = ['EPSG:4326', 'OGC:CRS84'];

/**
 * The reprojection for the `crs` member of GeoJSON before RFC 7946, with which other coordinates are still exported.
 */
export function reprojectionOfMember(member: unknown, location: ProblemLocation, conversion: Conversion): Reprojection {
  const crs = member as CrsMember | null | undefined;
  if (!crs) return asIs;
  const { name, code } = crs.properties ?? {};
  const spelling = String(name ?? (code === undefined ? JSON.stringify(crs) : `EPSG:${code}`)).trim();
  const [, authority = '', number = ''] = reference.exec(spelling) ?? [];
  const found = `${authority}:${number}`.toUpperCase();
  if (wgs84Codes.includes(found)) return asIs;
  if (!authority) {
    const reason = 'only references such as EPSG:25832 are followed';
    throw new ConversionError(problem('unknownProjection', location, { name: spelling.slice(0, 60), reason }));
  }
  const gdal = requireGdal(conversion, location.file, 'GeoJSON file in another coordinate system than WGS 84');
  return reprojectionFrom(gdal, findSystem(gdal, found, found, location), location, true, conversion.report);
}

interface CrsMember {
  properties?: { name?: unknown; code?: unknown };
}
