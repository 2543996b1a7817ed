import type { Boundary } from '../fields/boundary.ts';
import type { Field } from '../fields/field.ts';
import type { MultiPolygon } from '../geometry/multi-polygon.ts';
import type { MachineFile } from '../machine-files/machine-file.ts';
import type { Summary } from '../machine-files/summary.ts';
import type { Operation } from '../operations/operation.ts';
import type { LakeRow } from './shard-store.ts';
import { storedGeometry } from './stored-geometry.ts';
import { onSphere } from './straight-edges.ts';

const squareMetresInHectare = 10_000;

/** A field as a row of `fields`. */
export function fieldRow(field: Field, active: Boundary | undefined, growerId: number | undefined): LakeRow {
  const { boundaries: _, files: __, geometry: ___, mergeProblem: ____, providerBoundaryId: _____, ...columns } = field;
  return {
    ...columns,
    growerId,
    boundaryId: active?.id,
    area: active?.area.value,
    ...withGeometry(active?.geometry),
  };
}

/** A field operation as a row of `operations`. */
export function operationRow(operation: Operation): LakeRow {
  const { id, svcUserId, startTime, endTime, createdTime, updatedTime, isOutOfStandard, providers } = operation;
  return {
    id,
    svcUserId,
    operationType: operation.type,
    startTime,
    endTime,
    fieldIds: operation.fields.map(({ id: field }) => field),
    fileIds: operation.files,
    repeatedFileIds: operation.repeatedFiles ?? [],
    providers,
    isOutOfStandard,
    area: operation.areaSquareMetres / squareMetresInHectare,
    ...workIn(operation.summary),
    createdTime,
    updatedTime,
  };
}

/** A machine file as a row of `files`. */
export function fileRow(file: MachineFile): LakeRow {
  const { id, svcUserId, batchId, status, origin, provider, fileFormat, operationType, startTime, endTime } = file;
  const { sizeInBytes, sources, duplicateOf, createdTime, updatedTime, areaSquareMetres } = file;
  return {
    id,
    name: file.fileName,
    svcUserId,
    batchId,
    status,
    origin,
    provider,
    fileFormat,
    operationType,
    startTime,
    endTime,
    fieldIds: file.fields,
    area: areaSquareMetres === undefined ? undefined : areaSquareMetres / squareMetresInHectare,
    pointCount: file.pointCounts?.kept,
    sizeInBytes,
    sources: sources ?? [],
    duplicateOf,
    isOutOfStandard: file.isOutOfStandard ?? false,
    ...workIn(file.summary),
    createdTime,
    updatedTime,
  };
}

function workIn(summary: Summary | undefined): LakeRow {
  const { crop = [], varieties = [] } = summary?.properties ?? {};
  return {
    crops: crop,
    varieties: varieties.map(({ name }) => name),
    summary: summary && JSON.stringify(summary.properties),
    ...withGeometry(summary?.geometry ?? undefined),
  };
}

const withGeometry = (geometry: MultiPolygon | undefined): LakeRow => storedGeometry(geometry && onSphere(geometry));
