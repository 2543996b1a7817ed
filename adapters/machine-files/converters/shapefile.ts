import { readFileSync } from 'node:fs';
import { meaningsOf } from '../../../domain/machine-files/points/column-meanings.ts';
import { machineProblem } from '../../../domain/machine-files/problem.ts';
import { reasonOf } from '../../boundary-files/conversion.ts';
import {
  type MachineConverter,
  MachineFileError,
  machineColumnIn,
  ofCoverage,
  productColumnIn,
  type RawSet,
  valuesOf,
} from '../raw-set.ts';
import { fillFromShapefile } from '../rows/shapefile-rows.ts';
import { timeOf } from '../rows/time-columns.ts';
import type { AppendedColumn } from '../work-database.ts';
import {
  type DeereMetadata,
  deereMachinery,
  deereOperation,
  deereProduct,
  deereUnits,
  readDeereMetadata,
} from './deere-metadata.ts';
import { setOfFeatures } from './features.ts';

/**
 * Reads a shapefile of recorded points or swaths: with John Deere's metadata beside it, else by the names of its
 * columns.
 */
export const readMachineShapefile: MachineConverter = async (set, work) => {
  const { metadata } = set.members;
  const described = metadata && describe(set.file, readFileSync(metadata.path, 'utf8'));
  const { problems, notes, ...rows } = await fillFromShapefile(set, work);
  const read = described
    ? { ...deereSet(set.file, rows.columns, described), ...(await timeOf(rows.columns, work, set.file)) }
    : await setOfFeatures(set.file, rows, work, 'columns');
  const areas = rows.areAreas ? ofCoverage(read.values) : {};
  return { ...read, ...areas, notes: [...notes, ...read.notes], problems: [...problems, ...read.problems] };
};

function describe(file: string, json: string): DeereMetadata {
  try {
    return readDeereMetadata(json);
  } catch (error) {
    const reason = `its -Deere-Metadata.json is damaged (${reasonOf(error).split('\n')[0]})`;
    throw new MachineFileError(machineProblem('unreadable', file, { reason }), { cause: error });
  }
}

function deereSet(file: string, columns: AppendedColumn[], metadata: DeereMetadata): RawSet {
  const operationType = deereOperation(metadata);
  if (!operationType) {
    const type = metadata.Operation.toLowerCase();
    throw new MachineFileError(machineProblem('unsupportedOperation', file, { type }));
  }
  const { ClientName: grower, FarmName: farm, FieldName: field, CropToken } = metadata;
  const product = deereProduct(metadata);
  const meanings = meaningsOf(names(columns), operationType, deereUnits(metadata));
  return {
    operationType,
    originalOperationType: metadata.Operation,
    columns,
    // The column contains keys into a table that is not in the file.
    values: valuesOf(CropToken ? meanings.filter(({ property }) => property !== 'crop') : meanings, columns),
    ...(CropToken && { crop: CropToken }),
    ...(product && { product }),
    ...productColumnIn(columns),
    ...machineColumnIn(columns),
    machinery: deereMachinery(metadata),
    origin: { ...(grower && { grower }), ...(farm && { farm }), ...(field && { field }) },
    notes: [],
    problems: [],
  };
}

function names(columns: AppendedColumn[]): string[] {
  return columns.map(({ name }) => name);
}
