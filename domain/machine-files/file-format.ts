import * as z from 'zod';

/**
 * The format of a machine file; formats without a reader are recognised so that messages can name an export that works.
 */
export const fileFormats = [
  'SHAPEFILE',
  'ISO11783',
  'AGLEADER_TEXT',
  'CSV',
  'GEOJSON',
  'GEOPACKAGE',
  'FLATGEOBUF',
  'ADAPT',
  'AGGPS',
  'GS2',
  'GS3',
  'GEN4',
  'DAT',
  'PP2020',
  'CN1',
  'YLD',
  'ILF',
  'AGDATA',
  'TRIMBLE_AGDATA',
  'RAVEN_FMIS',
  'RAVEN_JDP',
] as const;

export type FileFormat = (typeof fileFormats)[number];

export const fileFormatSchema = z.enum(fileFormats);
