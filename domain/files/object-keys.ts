import type { UploadTarget } from '../uploads/upload-session.ts';

/** The keys of objects. S3 events filter by one literal prefix, so the kind of what comes in stands first. */
export const incomingBoundaries = 'incoming/boundaries/';
export const incomingMachineFiles = 'incoming/machine-files/';

/** Where each kind of upload comes in. */
export const incomingKinds: Record<UploadTarget, string> = {
  fieldBoundaries: incomingBoundaries,
  machineFiles: incomingMachineFiles,
  // The worker of boundaries looks into it first, and sends on what machines recorded.
  anything: incomingBoundaries,
};

/** Where files of a user come in. */
export function incomingPrefixes(ownerId: string, svcUserId: string): string[] {
  return [...new Set(Object.values(incomingKinds))].map((kind) => `${kind}${ownerId}/${svcUserId}/`);
}

/** @param kind the prefix of its kind. */
export function incomingKey(
  ownerId: string,
  svcUserId: string,
  uploadId: string,
  fileName: string,
  kind = incomingBoundaries,
): string {
  return `${kind}${ownerId}/${svcUserId}/${uploadId}/${fileName}`;
}

/** The ids in the key of an incoming file. */
export function incomingIds(key: string): { ownerId: string; svcUserId: string; uploadId: string } | undefined {
  const [, , ownerId, svcUserId, uploadId, name] = key.split('/');
  return ownerId && svcUserId && uploadId && name ? { ownerId, svcUserId, uploadId } : undefined;
}

/** Everything that is kept of a user lies below this prefix. */
export function artefactPrefix(ownerId: string, svcUserId: string): string {
  return `artefacts/${ownerId}/${svcUserId}/`;
}

export function originalKey(ownerId: string, svcUserId: string, uploadId: string, fileName: string): string {
  return `${artefactPrefix(ownerId, svcUserId)}uploads/${uploadId}/${fileName}`;
}

export function geometryKey(ownerId: string, svcUserId: string, boundaryId: string): string {
  return `${artefactPrefix(ownerId, svcUserId)}boundaries/${boundaryId}.json`;
}

/** An uploaded batch of machine files as it was sent. */
export function batchKey(ownerId: string, svcUserId: string, batchId: string, fileName: string): string {
  return `${artefactPrefix(ownerId, svcUserId)}batches/${batchId}/${fileName}`;
}

/** Something that belongs to a machine file. */
export function machineFileKey(ownerId: string, svcUserId: string, fileId: string, name: string): string {
  return `${artefactPrefix(ownerId, svcUserId)}files/${fileId}/${name}`;
}

/** The name of an image among what belongs to its file or operation. */
export function imageName(image: string): string {
  return `images/${image}`;
}

/** The name of an image that was drawn on demand; images that the settings have made stay apart. */
export function askedImageName(image: string): string {
  return imageName(`asked/${image}`);
}

/** Something that belongs to a field operation. */
export function operationKey(ownerId: string, svcUserId: string, operationId: string, name: string): string {
  return `${artefactPrefix(ownerId, svcUserId)}operations/${operationId}/${name}`;
}

/** All images of a satellite field, or those of one of its processes. */
export function satellitePrefix(ownerId: string, fieldId: string, processId?: string): string {
  return `satellite/${ownerId}/${fieldId}/${processId === undefined ? '' : `${processId}/`}`;
}

/** An image of a satellite scene. */
export function satelliteImageKey(
  { ownerId, fieldId, id }: { ownerId: string; fieldId: string; id: string },
  file: string,
): string {
  return satellitePrefix(ownerId, fieldId, id) + file;
}

/** Every result of an owner's queries that was too large for its answer. */
export function exportPrefix(ownerId: string): string {
  return `exports/${ownerId}/`;
}

/** A result of a query: its rows as JSON, or one GeoParquet file. */
export function resultKey(ownerId: string, kind: 'ROWS' | 'GEOPARQUET', resultId: string): string {
  return `${exportPrefix(ownerId)}${resultId}.${kind === 'ROWS' ? 'json' : 'parquet'}`;
}

/** Where in the JSON of a result some of its rows begin. */
export function rowMarksKey(ownerId: string, resultId: string): string {
  return `${exportPrefix(ownerId)}${resultId}.marks.json`;
}

/** The points of one ingest of a machine file, by which they are found again; this object never changes. Readers see a copy of it. */
export function lakePointsKey(ownerId: string, fileId: string, ingestId: string): string {
  return `${lakeFilePrefix(ownerId, fileId)}${ingestId}.${metric}.parquet`;
}

/** Where earlier releases put them, in the units of their file: all of them, or those of products alone. */
export function earlierPointsKeys(ownerId: string, fileId: string, ingestId: string): string[] {
  return ['.metric', ''].map((units) => `${lakeFilePrefix(ownerId, fileId)}${ingestId}${units}.parquet`);
}

/**
 * In the name of a file whose points are in the lake's own units, those of their products included; others are in those of the machine files that
 * they came with.
 */
const metric = 'metric2';

/** All ingests of a machine file: what readers see, what it replaced, and what is being written. */
export function lakeFilePrefix(ownerId: string, fileId: string): string {
  return `lake/ingests/owner=${ownerId}/${fileId}.`;
}

/**
 * The copy of an ingest that readers of a generation see.
 *
 * @param hiddenAfter the revision of the pointer after which it was hidden, so that a reader of that one or an earlier leaves it out, who knows nothing of it.
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

/** The copies of a machine file's ingests in a generation, or of one of them. */
export function lakeShownPrefix(ownerId: string, gen: number, fileId: string, ingestId?: string): string {
  return `${lakePointsPrefix(ownerId, gen)}${fileId}.${ingestId === undefined ? '' : `${ingestId}.`}`;
}

/** What compaction made of several ingests. */
export function lakeCompactedKey(ownerId: string, gen: number, objectId: string): string {
  return `${lakePointsPrefix(ownerId, gen)}${compacted}.${objectId}.${metric}.parquet`;
}

const compacted = 'compacted';

/**
 * The parts of a name in a generation: the machine file, or none where there are several, the ingest or the object's own id, and whether its
 * points are in the lake's own units.
 */
export function lakeNameIn(key: string): { fileId: string | undefined; id: string; isMetric: boolean } {
  const [fileId, id = '', units] = key.slice(key.lastIndexOf('/') + 1).split('.');
  return { fileId: fileId === compacted ? undefined : fileId, id, isMetric: units === metric };
}

/** All points of an owner that readers of a generation see. */
export function lakePointsPrefix(ownerId: string, gen: number): string {
  return `${lakeGenerations(ownerId)}${gen}/`;
}

/** The folders of all generations, before their numbers. */
export function lakeGenerations(ownerId: string): string {
  return `lake/points/owner=${ownerId}/gen=`;
}

/** One state of a part of an owner's table that is replaced as a whole; this object never changes. */
export function lakeShardKey(
  { ownerId, table, shard }: { ownerId: string; table: string; shard: string },
  ingestId: string,
): string {
  return `${lakeTablePrefix(ownerId, table)}${shard}.${ingestId}.parquet`;
}

/** All rows of an owner in a table of the lake. */
export function lakeTablePrefix(ownerId: string, table: string): string {
  return `lake/${table}/owner=${ownerId}/gen=0/`;
}

/** A part of a shared table; a part that is loaded again replaces the old one. */
export function lakeReferenceKey(table: string, part: string): string {
  return `${lakeReferencePrefix(table)}${part}.parquet`;
}

/** All rows of a shared table. */
export function lakeReferencePrefix(table: string): string {
  return `lake/${table}/`;
}

/** What the engine of queries writes of its results, for as long as they are read; gone with the exports of the owner. */
export function queryResultsPrefix(ownerId: string): string {
  return `${exportPrefix(ownerId)}queries/`;
}
