import type * as z from 'zod';
import type { MachineFile } from '../../../../domain/machine-files/machine-file.ts';
import { type Selection, selection } from '../../../../domain/paging.ts';
import type { fileEndpoints } from './endpoints.ts';

type FileQuery = z.output<typeof fileEndpoints.listFiles.query>;

/** The files that a list's filters want. A file that ends before a time has started before it, too. */
export function wantedFiles(query: FileQuery): Selection<MachineFile> {
  const { status, provider, origin, organizationId, providerFileId, fileFormat, operationType, standard } = query;
  const from = query.startTime ?? query.operationStartTime;
  const to = query.endTime ?? query.operationEndTime;
  return selection('files', query, wantedBy(query), {
    values: {
      ...{ status, provider, origin, organizationId, providerFileId, fileFormat, operationType },
      standard: standard === undefined ? undefined : String(standard),
    },
    spans: {
      ...(query.updatedTime !== undefined && { updatedTime: { from: query.updatedTime } }),
      ...(query.createdTime !== undefined && { createdTime: { from: query.createdTime } }),
      ...((from ?? to) !== undefined && { startTime: { from, to } }),
    },
  });
}

/** Whether a file is wanted by a list's filters. A file without a time is not on or after any. */
function wantedBy(query: FileQuery): (file: MachineFile) => boolean {
  const start = query.startTime ?? query.operationStartTime;
  const end = query.endTime ?? query.operationEndTime;
  return (file) =>
    equals(query.svcUserId, file.svcUserId) &&
    equals(query.provider, file.provider) &&
    equals(query.status, file.status) &&
    equals(query.origin, file.origin) &&
    equals(query.organizationId, file.organizationId) &&
    equals(query.providerFileId, file.providerFileId) &&
    equals(query.batchId, file.batchId) &&
    equals(query.fileId, file.id) &&
    equals(query.fileFormat, file.fileFormat) &&
    equals(query.operationType, file.operationType) &&
    equals(query.standard, file.artefacts.includes('standardGeojson')) &&
    isSince(query.createdTime, file.createdTime) &&
    isSince(query.updatedTime, file.updatedTime) &&
    isSince(start, file.startTime) &&
    (end === undefined || (file.endTime !== undefined && Date.parse(file.endTime) <= end)) &&
    (query.minArea === undefined || (file.areaSquareMetres ?? 0) >= query.minArea);
}

function equals<T>(wanted: T | undefined, value: T | undefined): boolean {
  return wanted === undefined || wanted === value;
}

function isSince(wanted: number | undefined, value: string | undefined): boolean {
  return wanted === undefined || (value !== undefined && Date.parse(value) >= wanted);
}
