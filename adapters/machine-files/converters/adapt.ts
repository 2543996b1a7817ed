import { readFile } from 'node:fs/promises';
import { machineProblem } from '../../../domain/machine-files/problem.ts';
import { adaptOperation } from '../../../domain/machine-files/sets/adapt-definitions.ts';
import {
  type AdaptDocument,
  actualStart,
  readAdaptDocument,
  recordedOperations,
} from '../../../domain/machine-files/sets/adapt-document.ts';
import { type MachineConverter, MachineFileError } from '../raw-set.ts';
import { adaptCatalog } from './adapt-catalog.ts';
import { readAdaptRaster } from './adapt-raster.ts';
import { readAdaptVector } from './adapt-records.ts';
import { adaptValues } from './adapt-values.ts';

/**
 * Reads the records of one operation of ADAPT Standard: a GeoParquet or GeoTIFF file, described by the document beside
 * it.
 */
export const readAdapt: MachineConverter = async (set, work) => {
  const { main, records } = set.members;
  const document = main && readAdaptDocument(await readFile(main.path, 'utf8'));
  const name = records?.name.slice(records.name.lastIndexOf('/') + 1) ?? '';
  const found = document && recordOf(document, name);
  if (!document || !found || !records) {
    throw new MachineFileError(machineProblem('unreadable', set.file, { reason: 'no operation has these records' }));
  }
  const { operation } = found;
  const operationType = adaptOperation(operation.operationTypeCode);
  if (!operationType) {
    const type = operation.operationTypeCode.toLowerCase();
    throw new MachineFileError(machineProblem('unsupportedOperation', set.file, { type }));
  }
  const { columnOf, ...read } =
    records.kind === 'tiff'
      ? await readAdaptRaster(set.file, records.path, operation, actualStart(operation, found.work), work)
      : await readAdaptVector(set.file, records.path, operation, work);
  const { values, notes, ...products } = adaptValues(document, operation, operationType, columnOf);
  return {
    ...read,
    operationType,
    originalOperationType: operation.operationTypeCode,
    values: [...values, ...read.values],
    ...products,
    ...adaptCatalog(document, found.work, operation),
    notes: [...read.notes, ...notes],
  };
};

function recordOf(document: AdaptDocument, records: string) {
  return recordedOperations(document).find(({ operation }) => {
    return operation.spatialRecordsFile?.toLowerCase() === records.toLowerCase();
  });
}
