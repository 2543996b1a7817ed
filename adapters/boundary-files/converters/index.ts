import type { ConverterFormat } from '../../../domain/boundary-files/converter-format.ts';
import type { Converter } from '../conversion.ts';
import { gdalConverter } from './gdal-layers.ts';
import { readGeoJson } from './geojson.ts';
import { readGeoParquet } from './geoparquet.ts';
import { readGml } from './gml.ts';
import { readIso11783 } from './iso11783.ts';
import { readKml } from './kml.ts';
import { readShapefile } from './shapefile.ts';

/**
 * The converter of each format. A new format is a row here, a signature in `content-kind.ts` and a file in this folder.
 */
export const converters: Record<ConverterFormat, Converter> = {
  SHAPEFILE: readShapefile,
  GEOJSON: readGeoJson,
  KML: readKml,
  GML: readGml,
  GEOPACKAGE: gdalConverter('GPKG', 'GeoPackage'),
  FILE_GEODATABASE: gdalConverter('OpenFileGDB', 'File Geodatabase'),
  FLATGEOBUF: gdalConverter('FlatGeobuf', 'FlatGeobuf'),
  GEOPARQUET: readGeoParquet,
  ISO11783: readIso11783,
  UNKNOWN: async function* readNothing() {},
};
