import * as z from 'zod';

/** The format of an upload entry. KMZ counts as KML; `UNKNOWN` is a file that could not be recognised or opened. */
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

export const converterFormatSchema = z.enum(converterFormats).describe('The format that was recognised.');

/** The accepted formats, as a sentence for error messages. */
export const acceptedFormats =
  'a zipped shapefile (.shp, .shx and .dbf, with .prj if there is one), GeoJSON (.geojson, .json), KML or KMZ, GML, GeoPackage (.gpkg), ' +
  'a zipped File Geodatabase (.gdb), FlatGeobuf (.fgb), GeoParquet (.parquet) or an ISO 11783 TASKDATA folder (zipped)';
