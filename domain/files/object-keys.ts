import type { UploadTarget } from '../uploads/upload-session.ts';

/** Keys of objects. S3 events filter by one literal prefix, so the kind of an incoming file comes first. */
export const incomingBoundaries = 'incoming/boundaries/';
export const incomingMachineFiles = 'incoming/machine-files/';
export const incomingSoil = 'incoming/soil/';
export const incomingPrescriptions = 'incoming/prescriptions/';

/** Prefix of incoming files by kind of upload. */
export const incomingKinds: Record<UploadTarget, string> = {
  fieldBoundaries: incomingBoundaries,
  machineFiles: incomingMachineFiles,
  soilSamples: incomingSoil,
  prescriptions: incomingPrescriptions,
  layers: 'incoming/layers/',
  inspections: 'incoming/inspections/',
  // The worker of boundaries reads it first, and passes on machine files.
  anything: incomingBoundaries,
};

/** Prefixes of a user's incoming files. @example incomingPrefixes('o', 'u')[0] // incoming/boundaries/o/u/ */
export function incomingPrefixes(ownerId: string, svcUserId: string): string[] {
  return [...new Set(Object.values(incomingKinds))].map((kind) => `${kind}${ownerId}/${svcUserId}/`);
}

/**
 * Key of an incoming file. @param kind the prefix of its kind.
 *
 * @example incomingKey('o', 'u', 'p', 'a.zip') // incoming/boundaries/o/u/p/a.zip
 */
export function incomingKey(
  ownerId: string,
  svcUserId: string,
  uploadId: string,
  fileName: string,
  kind = incomingBoundaries,
): string {
  return `${kind}${ownerId}/${svcUserId}/${uploadId}/${fileName}`;
}

/**
 * Parses the key of an incoming file; undefined for other keys.
 *
 * @example incomingIds('incoming/boundaries/o/u/p/a.zip')?.uploadId // p
 */
export function incomingIds(key: string): { ownerId: string; svcUserId: string; uploadId: string } | undefined {
  const [, , ownerId, svcUserId, uploadId, name] = key.split('/');
  return ownerId && svcUserId && uploadId && name ? { ownerId, svcUserId, uploadId } : undefined;
}

/** Prefix of everything that is stored for a user. @example artefactPrefix('o', 'u') // artefacts/o/u/ */
export function artefactPrefix(ownerId: string, svcUserId: string): string {
  return `artefacts/${ownerId}/${svcUserId}/`;
}

/** Key of an upload as it was sent. @example originalKey('o', 'u', 'p', 'a.zip') // artefacts/o/u/uploads/p/a.zip */
export function originalKey(ownerId: string, svcUserId: string, uploadId: string, fileName: string): string {
  return `${artefactPrefix(ownerId, svcUserId)}uploads/${uploadId}/${fileName}`;
}

/** Key of the watered ground of an irrigation record, where it is large. @example groundKey('o', 'u', 'i') // artefacts/o/u/irrigation/i.json */
export function groundKey(ownerId: string, svcUserId: string, recordId: string): string {
  return `${artefactPrefix(ownerId, svcUserId)}irrigation/${recordId}.json`;
}

/** Key of a large shape. @example geometryKey('o', 'u', 'b') // artefacts/o/u/boundaries/b.json */
export function geometryKey(ownerId: string, svcUserId: string, boundaryId: string): string {
  return `${artefactPrefix(ownerId, svcUserId)}boundaries/${boundaryId}.json`;
}

/**
 * Key of an uploaded batch of machine files, as it was sent.
 *
 * @example batchKey('o', 'u', 'b', 'a.zip') // artefacts/o/u/batches/b/a.zip
 */
export function batchKey(ownerId: string, svcUserId: string, batchId: string, fileName: string): string {
  return `${artefactPrefix(ownerId, svcUserId)}batches/${batchId}/${fileName}`;
}

/**
 * Key of an artefact of a machine file.
 *
 * @example machineFileKey('o', 'u', 'f', 'a.json') // artefacts/o/u/files/f/a.json
 */
export function machineFileKey(ownerId: string, svcUserId: string, fileId: string, name: string): string {
  return `${artefactPrefix(ownerId, svcUserId)}files/${fileId}/${name}`;
}

/**
 * Name of an image among the artefacts of its file or operation.
 *
 * @example imageName('speed.png') // images/speed.png
 */
export function imageName(image: string): string {
  return `images/${image}`;
}

/**
 * Name of an image that was drawn on demand, apart from those that the settings ask for.
 *
 * @example askedImageName('speed.png') // images/asked/speed.png
 */
export function askedImageName(image: string): string {
  return imageName(`asked/${image}`);
}

/**
 * Key of an artefact of a field operation.
 *
 * @example operationKey('o', 'u', 'p', 'a.json') // artefacts/o/u/operations/p/a.json
 */
export function operationKey(ownerId: string, svcUserId: string, operationId: string, name: string): string {
  return `${artefactPrefix(ownerId, svcUserId)}operations/${operationId}/${name}`;
}

/**
 * Key of an output that is made when it is downloaded and kept for some days. @param version of the file or operation,
 * in milliseconds since 1970.
 *
 * @example cacheKey({ ownerId: 'o', svcUserId: 'u', id: 'f' }, 1, 'raw.geojson') // cache/o/u/f/1/raw.geojson
 */
export function cacheKey(
  { ownerId, svcUserId, id }: { ownerId: string; svcUserId: string; id: string },
  version: number,
  name: string,
): string {
  return `cache/${ownerId}/${svcUserId}/${id}/${version}/${name}`;
}

/**
 * Prefix of all images of a satellite field, or of those of one process.
 *
 * @example satellitePrefix('o', 'f', 'p') // satellite/o/f/p/
 */
export function satellitePrefix(ownerId: string, fieldId: string, processId?: string): string {
  return `satellite/${ownerId}/${fieldId}/${processId === undefined ? '' : `${processId}/`}`;
}

/**
 * Key of an image of a satellite scene.
 *
 * @example satelliteImageKey({ ownerId: 'o', fieldId: 'f', id: 'p' }, 'ndvi.png') // satellite/o/f/p/ndvi.png
 */
export function satelliteImageKey(
  { ownerId, fieldId, id }: { ownerId: string; fieldId: string; id: string },
  file: string,
): string {
  return satellitePrefix(ownerId, fieldId, id) + file;
}

/**
 * Key of the copy of a shape that belongs to a usage fact, outside of what is erased with the measured record.
 *
 * @param group the pseudonym of an erased user, or `scenes` for satellite scenes, which belong to no user.
 * @example usageShapeKey('o', 'scenes', 'p') // usage/o/scenes/p.json
 */
export function usageShapeKey(ownerId: string, group: string, sourceId: string): string {
  return `usage/${ownerId}/${group}/${sourceId}.json`;
}

/** Prefix of all stored query results of an owner. @example exportPrefix('o') // exports/o/ */
export function exportPrefix(ownerId: string): string {
  return `exports/${ownerId}/`;
}

/**
 * Key of a query result: its rows as JSON, or one GeoParquet file.
 *
 * @example resultKey('o', 'ROWS', 'r') // exports/o/r.json
 */
export function resultKey(ownerId: string, kind: 'ROWS' | 'GEOPARQUET', resultId: string): string {
  return `${exportPrefix(ownerId)}${resultId}.${kind === 'ROWS' ? 'json' : 'parquet'}`;
}

/**
 * Key of the offsets at which rows begin in the JSON of a result.
 *
 * @example rowMarksKey('o', 'r') // exports/o/r.marks.json
 */
export function rowMarksKey(ownerId: string, resultId: string): string {
  return `${exportPrefix(ownerId)}${resultId}.marks.json`;
}

/**
 * Prefix of results that the query engine writes, temporary and expiring with the owner's exports.
 *
 * @example queryResultsPrefix('o') // exports/o/queries/
 */
export function queryResultsPrefix(ownerId: string): string {
  return `${exportPrefix(ownerId)}queries/`;
}
