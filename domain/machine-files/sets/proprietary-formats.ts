import type { FileFormat } from '../file-format.ts';

/** A format that is recognised by file names and cannot be read. A licensed converter could replace a row. */
export interface ProprietaryFormat {
  format: FileFormat;
  title: string;
  /** Matched against the path of a file, ignoring case. The first group, if any, is the folder of the set. */
  pattern: RegExp;
  /** Each pattern must match a file of the set; without signs, any matching file is enough. */
  signs?: readonly RegExp[];
  /** Advice on an export that can be read; ends with a full stop. */
  instead: string;
}

const operationsCenter =
  'Import it into the John Deere Operations Center, then export the operation there as a shapefile and upload that zip.';
const climate = 'Export the field from Climate FieldView as a shapefile and upload that zip.';
const agLeader = 'Export it from SMS, or from the display itself, as a shapefile or as "advanced" text.';
const cnh = 'Export it from the CNH desktop software or portal as a shapefile or as ISO 11783 task data.';
const trimble = 'Export it from Trimble Ag Software as a shapefile or as ISO 11783 task data.';
const raven = 'Export it from Slingshot as a shapefile.';

/** The formats in order of precedence: the first that matches wins. */
export const proprietaryFormats: readonly ProprietaryFormat[] = [
  {
    format: 'GEN4',
    title: 'John Deere Gen 4',
    pattern: /^(.*jd-data)\/.*/i,
    signs: [/\.jdl$/i],
    instead: operationsCenter,
  },
  { format: 'GS3', title: 'John Deere GreenStar 3', pattern: /^(.*gs3_2630)\/.*/i, instead: operationsCenter },
  {
    format: 'GS2',
    title: 'John Deere GreenStar 2',
    pattern: /^((?:.*\/)?rcd)\/.*/i,
    signs: [/\.fd[dl]$/i],
    instead: operationsCenter,
  },
  { format: 'CN1', title: 'Case IH and New Holland CN1', pattern: /^(.*\.cn1)\/.*/i, instead: cnh },
  { format: 'PP2020', title: 'Precision Planting 20|20', pattern: /^().*\.2020$/i, instead: climate },
  {
    format: 'DAT',
    title: 'Precision Planting 20|20 SeedSense',
    pattern: /^()(?:.*\/)?(?:harvest|field_map|liquid_map)_[^/]*\.dat$/i,
    instead: climate,
  },
  { format: 'YLD', title: 'Ag Leader yield monitor', pattern: /^().*\.yld$/i, instead: agLeader },
  { format: 'ILF', title: 'Ag Leader Insight', pattern: /^().*\.ilf$/i, instead: agLeader },
  { format: 'AGDATA', title: 'Ag Leader AgData', pattern: /^().*\.ag(?:data|setup)$/i, instead: agLeader },
  {
    format: 'TRIMBLE_AGDATA',
    title: 'Trimble AgData (FMX, CFX)',
    pattern: /^(.*agdata)\/.*/i,
    signs: [/\.ag[fimtuv]$/i],
    instead: trimble,
  },
  { format: 'AGGPS', title: 'Trimble AgGPS without shapefiles', pattern: /^(.*aggps)\/.*/i, instead: trimble },
  { format: 'RAVEN_JDP', title: 'Raven job data', pattern: /^().*\.jdp$/i, instead: raven },
  {
    format: 'RAVEN_FMIS',
    title: 'Raven FMIS',
    pattern: /^()(?:.*\/)?[^/]*\.(?:tab|xml)$/i,
    signs: [/\.tab$/i, /\.xml$/i],
    instead: raven,
  },
  // Files outside the folders in which displays write them.
  { format: 'GEN4', title: 'John Deere Gen 4', pattern: /^().*\.jdl$/i, instead: operationsCenter },
  { format: 'GS2', title: 'John Deere GreenStar 2', pattern: /^().*\.fd[dl]$/i, instead: operationsCenter },
  { format: 'CN1', title: 'Case IH and New Holland CN1', pattern: /^().*\.vy1$/i, instead: cnh },
  { format: 'TRIMBLE_AGDATA', title: 'Trimble AgData', pattern: /^().*\.ag[fimtuv]$/i, instead: trimble },
];
