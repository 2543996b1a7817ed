import { readFileSync } from 'node:fs';
import { meaningsOf, operationOf } from '../../../domain/machine-files/points/column-meanings.ts';
import { columnAdvice } from '../../../domain/machine-files/points/needed-columns.ts';
import { machineProblem } from '../../../domain/machine-files/problem.ts';
import { reasonOf } from '../../boundary-files/conversion.ts';
import {
  type MachineConverter,
  MachineFileError,
  ofCoverage,
  productColumnIn,
  type RawSet,
  statedValuesOf,
  valuesOf,
} from '../raw-set.ts';
import { fillFromShapefile } from '../rows/shapefile-rows.ts';
import { timeOf } from '../rows/time-columns.ts';
import type { AppendedColumn, WorkDatabase } from '../work-database.ts';
import { cropsOfRows } from './crops-of-rows.ts';
import {
  type DeereMetadata,
  deereMachinery,
  deereOperation,
  deereProduct,
  deereUnits,
  readDeereMetadata,
} from './deere-metadata.ts';

/**
 * Reads a shapefile of recorded points or swaths: with John Deere's metadata beside it, else by the names of its
 * columns.
 */
export const readMachineShapefile: MachineConverter = async (set, work) => {
  const { metadata } = set.members;
  const described = metadata && describe(set.file, readFileSync(metadata.path, 'utf8'));
  const { columns, areAreas, problems } = await fillFromShapefile(set, work);
  const read = described ? deereSet(set.file, columns, described) : await plainSet(set.file, columns, work);
  const areas = areAreas ? ofCoverage(read.values) : {};
  return { ...read, ...areas, ...(await timeOf(columns, work, set.file)), problems: [...problems, ...read.problems] };
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
    machinery: deereMachinery(metadata),
    origin: { ...(grower && { grower }), ...(farm && { farm }), ...(field && { field }) },
    notes: [],
    problems: [],
  };
}

async function plainSet(file: string, columns: AppendedColumn[], work: WorkDatabase): Promise<RawSet> {
  const operationType = operationOf(names(columns));
  if (!operationType) {
    const advice = columnAdvice(names(columns), true);
    throw new MachineFileError(machineProblem('unsupportedOperation', file, { type: 'unknown', advice }));
  }
  const { values, unstated } = statedValuesOf(file, columns, operationType);
  const crops = await cropsOfRows(file, operationType, columns, values, work);
  return {
    operationType,
    columns,
    values: crops.values,
    ...productColumnIn(columns),
    machinery: [],
    origin: {},
    notes: [...crops.notes, "columns without a unit were read in the usual units of their maker's exports"],
    problems: [...crops.problems, ...unstated],
  };
}

function names(columns: AppendedColumn[]): string[] {
  return columns.map(({ name }) => name);
}
