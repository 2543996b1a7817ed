import { readFile } from 'node:fs/promises';
import { adaptOperation } from '../../../domain/machine-files/adapt-definitions.ts';
import {
  type AdaptDocument,
  type AdaptOperation,
  readAdaptDocument,
  recordedOperations,
} from '../../../domain/machine-files/adapt-document.ts';
import { machineProblem } from '../../../domain/machine-files/problem.ts';
import { reasonOf } from '../../geo/conversion.ts';
import { columnOf, type MachineConverter, MachineFileError } from '../raw-set.ts';
import { fillFromGeoParquet } from '../rows/geoparquet-rows.ts';
import type { AppendedColumn, WorkDatabase } from '../work-database.ts';
import { adaptCatalog } from './adapt-catalog.ts';
import { adaptValues } from './adapt-values.ts';

/** Reads the records of one operation of ADAPT Standard 1: a GeoParquet file, described by the document beside it. */
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
  const time = timeColumn(operation);
  const columns = await read(set.file, records.path, time, work);
  const timeSql = columnOf(columns, time);
  const [parts] = await work.rows<{ most: number | null }>('select max(part) as most from raw');
  const { values, notes, ...products } = adaptValues(document, operation, operationType, columns);
  return {
    operationType,
    originalOperationType: operation.operationTypeCode,
    columns,
    values: [
      ...values,
      // Of lines and points there is no ground.
      { property: 'area', sql: 'nullif(ground, 0)', unit: 'm2' },
      ...(Number(parts?.most ?? 0) > 1 ? [{ property: 'sectionId' as const, sql: 'part' }] : []),
    ],
    ...(timeSql && {
      time: { sql: `timezone('UTC', try_cast(${timeSql}::varchar as timestamptz))`, zone: 'utc' as const },
    }),
    ...products,
    ...adaptCatalog(document, found.work, operation),
    notes,
    problems: [],
  };
};

function recordOf(document: AdaptDocument, records: string) {
  return recordedOperations(document).find(({ operation }) => {
    return operation.spatialRecordsFile?.toLowerCase() === records.toLowerCase();
  });
}

function timeColumn({ variables }: AdaptOperation): string {
  const named = variables?.find(({ definitionCode }) => definitionCode === 'Timestamp')?.geoParquetColumnName;
  return named ?? 'timestamp';
}

async function read(file: string, path: string, time: string, work: WorkDatabase): Promise<AppendedColumn[]> {
  try {
    return await fillFromGeoParquet(path, time, work);
  } catch (error) {
    const [reason = ''] = reasonOf(error).replaceAll(path, file).split('\n');
    throw new MachineFileError(machineProblem('unreadable', file, { reason }), { cause: error });
  }
}
