import type { UnpackedFile } from './boundary-set.ts';
import type { ContentKind } from './content-kind.ts';
import { extensionOf } from './shapefile-sets.ts';

/** Descriptions of geodata formats that are not read, by extension. */
const unreadGeodata: Record<string, string> = {
  geojson: 'text that is not GeoJSON',
  kml: 'text that is not KML',
  gml: 'text that is not GML with features',
  kmz: 'a file that is not KMZ',
  gpkg: 'a file that is not a GeoPackage',
  fgb: 'a file that is not FlatGeobuf',
  parquet: 'a file that is not Parquet',
  zip: 'a file that is not a zip archive',
  rar: 'a RAR archive (only zip archives are opened)',
  '7z': 'a 7-Zip archive (only zip archives are opened)',
  tar: 'a tar archive (only zip archives are opened)',
  gz: 'a gzip archive (only zip archives are opened)',
  tgz: 'a tar archive (only zip archives are opened)',
  gpx: 'GPX, which contains tracks, not boundaries',
  topojson: 'TopoJSON',
  dxf: 'a DXF drawing',
  dwg: 'a DWG drawing',
  tab: 'a MapInfo table',
  mif: 'a MapInfo file',
  mdb: 'a Personal Geodatabase',
};

/** Descriptions of files that often accompany boundaries: named only if there is nothing else. */
const tables: Record<string, string> = { csv: 'a text table', xls: 'a spreadsheet', xlsx: 'a spreadsheet' };

const kindWords: Partial<Record<ContentKind, string>> = {
  zip: 'a zip archive',
  json: 'JSON, but not GeoJSON',
  xml: 'XML, but neither KML, GML nor ISO 11783 task data',
  shapefile: 'a part of a shapefile under another name',
  tiff: 'an image (TIFF)',
};

/**
 * Whether an unrecognised file is worth a problem although others were recognised, since the user would otherwise miss
 * it.
 */
export function isOfInterest({ name }: UnpackedFile): boolean {
  return extensionOf(name) in unreadGeodata;
}

/** A description that completes "it looks like ...". */
export function describeContent({ name, kind }: UnpackedFile): string {
  const extension = extensionOf(name);
  return (
    unreadGeodata[extension] ??
    tables[extension] ??
    kindWords[kind] ??
    (extension ? `a .${extension} file` : 'a file of an unknown kind')
  );
}
