import type { FileFormat } from '../../../domain/machine-files/file-format.ts';
import type { MachineConverter } from '../raw-set.ts';
import { readAdapt } from './adapt.ts';
import { readAgLeaderText } from './ag-leader.ts';
import { readDelimited } from './delimited.ts';
import { readGeoJson } from './geojson.ts';
import { readIso11783 } from './iso/iso11783.ts';
import { readFlatGeobuf, readGeoPackage } from './layers.ts';
import { readMachineShapefile } from './shapefile.ts';

/**
 * The converter of each format. A format without a row here is recognised and refused, with advice on what to export
 * instead.
 */
export const machineConverters: Partial<Record<FileFormat, MachineConverter>> = {
  SHAPEFILE: readMachineShapefile,
  AGGPS: readMachineShapefile,
  ISO11783: readIso11783,
  AGLEADER_TEXT: readAgLeaderText,
  CSV: readDelimited,
  GEOJSON: readGeoJson,
  GEOPACKAGE: readGeoPackage,
  FLATGEOBUF: readFlatGeobuf,
  ADAPT: readAdapt,
};
