import type { UploadTarget } from '../uploads/upload-session.ts';

/** Keys of objects. S3 events filter by one literal prefix, so the kind of an incoming file comes first. */
export const incomingBoundaries = 'incoming/boundaries/';
export const incomingMachineFiles = 'incoming/machine-files/';

/** Prefix of incoming files by kind of upload. */
export const incomingKinds: Record<UploadTarget, string> = {
  fieldBoundaries: incomingBoundaries,
  machineFiles: incomingMachineFiles,
  // The worker of boundaries reads it first, and passes on machine files.
  anything: incomingBoundaries,
};

/** Prefixes of a user's incoming files. */
export function incomingPrefixes(ownerId: string, svcUserId: string): string[] {
  return [...new Set(Object.values(incomingKinds))].map((kind) => `${kind}${ownerId}/${svcUserId}/`);
}

/** Key of an incoming file. @param kind the prefix of its kind. */
export function incomingKey(
  ownerId: string,
  svcUserId: string,
  uploadId: string,
  fileName: string,
  kind = incomingBoundaries,
): string {
  return `${kind}${ownerId}/${svcUserId}/${uploadId}/${fileName}`;
}

/** Parses the key of an incoming file; undefined for other keys. */
export function incomingIds(key: string): { ownerId: string; svcUserId: string; uploadId: string } | undefined {
  const [, , ownerId, svcUserId, uploadId, name] = key.split('/');
  return ownerId && svcUserId && uploadId && name ? { ownerId, svcUserId, uploadId } : undefined;
}

/** Prefix of everything that is stored for a user. */
export function artefactPrefix(ownerId: string, svcUserId: string): string {
  return `artefacts/${ownerId}/${svcUserId}/`;
}

export function originalKey(ownerId: string, svcUserId: string, uploadId: string, fileName: string): string {
  return `${artefactPrefix(ownerId, svcUserId)}uploads/${uploadId}/${fileName}`;
}

export function geometryKey(ownerId: string, svcUserId: string, boundaryId: string): string {
  return `${artefactPrefix(ownerId, svcUserId)}boundaries/${boundaryId}.json`;
}

/** Key of an uploaded batch of machine files, as it was sent. */
export function batchKey(ownerId: string, svcUserId: string, batchId: string, fileName: string): string {
  return `${artefactPrefix(ownerId, svcUserId)}batches/${batchId}/${fileName}`;
}

/** Key of an artefact of a machine file. */
export function machineFileKey(ownerId: string, svcUserId: string, fileId: string, name: string): string {
  return `${artefactPrefix(ownerId, svcUserId)}files/${fileId}/${name}`;
}

/** Name of an image among the artefacts of its file or operation. */
export function imageName(image: string): string {
  return `images/${image}`;
}

/** Name of an image that was drawn on demand, apart from those that the settings ask for. */
export function askedImageName(image: string): string {
  return imageName(`asked/${image}`);
}

/** Key of an artefact of a field operation. */
export function operationKey(ownerId: string, svcUserId: string, operationId: string, name: string): string {
  return `${artefactPrefix(ownerId, svcUserId)}operations/${operationId}/${name}`;
}

/** Prefix of all images of a satellite field, or of those of one process. */
export function satellitePrefix(ownerId: string, fieldId: string, processId?: string): string {
  return `satellite/${ownerId}/${fieldId}/${processId === undefined ? '' : `${processId}/`}`;
}

/** Key of an image of a satellite scene. */
export function satelliteImageKey(
  { ownerId, fieldId, id }: { ownerId: string; fieldId: string; id: string },
  file: string,
): string {
  return satellitePrefix(ownerId, fieldId, id) + file;
}

/** Prefix of all stored query results of an owner. */
export function exportPrefix(ownerId: string): string {
  return `exports/${ownerId}/`;
}

/** Key of a query result: its rows as JSON, or one GeoParquet file. */
export function resultKey(ownerId: string, kind: 'ROWS' | 'GEOPARQUET', resultId: string): string {
  return `${exportPrefix(ownerId)}${resultId}.${kind === 'ROWS' ? 'json' : 'parquet'}`;
}

/** Key of the offsets at which rows begin in the JSON of a result. */
export function rowMarksKey(ownerId: string, resultId: string): string {
  return `${exportPrefix(ownerId)}${resultId}.marks.json`;
}

/** Key of the points of one ingest of a machine file. The object never changes; queries read a copy of it. */
export function lakePointsKey(ownerId: string, fileId: string, ingestId: string): string {
  return `${lakeFilePrefix(ownerId, fileId)}${ingestId}.${metric}.parquet`;
}

/**
 * Keys of an ingest in earlier releases, which stored all points, or only those of products, in the units of their
 * file.
 */
export function earlierPointsKeys(ownerId: string, fileId: string, ingestId: string): string[] {
  return ['.metric', ''].map((units) => `${lakeFilePrefix(ownerId, fileId)}${ingestId}${units}.parquet`);
}

/**
 * Marks points in the lake's units, including those of products; unmarked objects have the units of their machine file.
 */
const metric = 'metric2';

/** Prefix of all ingests of a machine file: published, replaced and staged ones. */
export function lakeFilePrefix(ownerId: string, fileId: string): string {
  return `lake/ingests/owner=${ownerId}/${fileId}.`;
}

/**
 * Key of the copy of an ingest that queries of a generation read.
 *
 * @param hiddenAfter the pointer's revision at which the ingest was staged: snapshots up to that revision do not know
 * the ingest and must leave it out.
 */
export function lakeShownKey(
  ownerId: string,
  gen: number,
  { fileId, ingestId }: { fileId: string; ingestId: string },
  hiddenAfter: number | undefined,
): string {
  const after = hiddenAfter === undefined ? '' : `${hiddenAfter}.`;
  return `${lakeShownPrefix(ownerId, gen, fileId, ingestId)}${metric}.${after}parquet`;
}

/** Prefix of the copies of a machine file's ingests in a generation, or of one of them. */
export function lakeShownPrefix(ownerId: string, gen: number, fileId: string, ingestId?: string): string {
  return `${lakePointsPrefix(ownerId, gen)}${fileId}.${ingestId === undefined ? '' : `${ingestId}.`}`;
}

/** Key of an object that compaction wrote from several ingests. */
export function lakeCompactedKey(ownerId: string, gen: number, objectId: string): string {
  return `${lakePointsPrefix(ownerId, gen)}${compacted}.${objectId}.${metric}.parquet`;
}

const compacted = 'compacted';

/**
 * Parses the key of an object in a generation: its machine file (undefined for several), the id of the ingest or
 * compacted object, and whether its points are in the lake's units.
 */
export function lakeNameIn(key: string): { fileId: string | undefined; id: string; isMetric: boolean } {
  const [fileId, id = '', units] = key.slice(key.lastIndexOf('/') + 1).split('.');
  return { fileId: fileId === compacted ? undefined : fileId, id, isMetric: units === metric };
}

/** Prefix of all points of an owner in a generation. */
export function lakePointsPrefix(ownerId: string, gen: number): string {
  return `${lakeGenerations(ownerId)}${gen}/`;
}

/** Prefix of all generations of an owner, before their numbers. */
export function lakeGenerations(ownerId: string): string {
  return `lake/points/owner=${ownerId}/gen=`;
}

/** Key of one state of a shard of an owner's table. The object never changes. */
export function lakeShardKey(
  { ownerId, table, shard }: { ownerId: string; table: string; shard: string },
  ingestId: string,
): string {
  return `${lakeTablePrefix(ownerId, table)}${shard}.${ingestId}.parquet`;
}

/** Prefix of all rows of an owner in a table of the lake. */
export function lakeTablePrefix(ownerId: string, table: string): string {
  return `lake/${table}/owner=${ownerId}/gen=0/`;
}

/** Key of a part of a shared table; loading a part again replaces it. */
export function lakeReferenceKey(table: string, part: string): string {
  return `${lakeReferencePrefix(table)}${part}.parquet`;
}

/** Prefix of all rows of a shared table. */
export function lakeReferencePrefix(table: string): string {
  return `lake/${table}/`;
}

/** Prefix of results that the query engine writes, temporary and expiring with the owner's exports. */
export function queryResultsPrefix(ownerId: string): string {
  return `${exportPrefix(ownerId)}queries/`;
}
