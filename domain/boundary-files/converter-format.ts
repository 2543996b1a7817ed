import * as z from 'zod';

/** What an upload entry was read as. KMZ counts as KML; `UNKNOWN` is a file that could not be recognised or opened. */
export const converterFormats = [
  'SHAPEFILE',
  'GEOJSON',
  'KML',
  'GML',
  'GEOPACKAGE',
  'FILE_GEODATABASE',
  'FLATGEOBUF',
  'GEOPARQUET',
  'ISO11783',
  'UNKNOWN',
] as const;

export type ConverterFormat = (typeof converterFormats)[number];

export const converterFormatSchema = z.enum(converterFormats);

/** The sentence that tells a user what can be sent. */
export const acceptedFormats =
  'a zipped shapefile (.shp, .shx and .dbf, with .prj if there is one), GeoJSON (.geojson, .json), KML or KMZ, GML, GeoPackage (.gpkg), ' +
  'a zipped File Geodatabase (.gdb), FlatGeobuf (.fgb), GeoParquet (.parquet) or an ISO 11783 TASKDATA folder (zipped)';
