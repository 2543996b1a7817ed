/**
 * Key of the points of one ingest of a machine file until they are published, which copies them to where queries read.
 *
 * @example lakePointsKey('o', 'f', 'i') // lake/ingests/owner=o/f.i.metric4.parquet
 */
export function lakePointsKey(ownerId: string, fileId: string, ingestId: string): string {
  return `${lakeFilePrefix(ownerId, fileId)}${ingestId}.${form}.parquet`;
}

/**
 * Names the columns of points: in the lake's units, including those of products, without a geometry besides `lon` and `lat`, and with the row of their source and
 * why they are left out.
 */
const form = 'metric4';

/**
 * Prefix of all ingests of a machine file that are not published yet.
 *
 * @example lakeFilePrefix('o', 'f') // lake/ingests/owner=o/f.
 */
export function lakeFilePrefix(ownerId: string, fileId: string): string {
  return `${lakeIngestsPrefix(ownerId)}${fileId}.`;
}

/** Prefix of all ingests of an owner. @example lakeIngestsPrefix('o') // lake/ingests/owner=o/ */
export function lakeIngestsPrefix(ownerId: string): string {
  return `lake/ingests/owner=${ownerId}/`;
}

/**
 * Key of the copy of an ingest that queries of a generation read.
 *
 * @param hiddenAfter the pointer's revision at which the ingest was staged: snapshots up to that revision do not know
 * the ingest and must leave it out.
 * @example lakeShownKey('o', 3, { fileId: 'f', ingestId: 'i' }, 7) // lake/points/owner=o/gen=3/f.i.metric4.7.parquet
 */
export function lakeShownKey(
  ownerId: string,
  gen: number,
  { fileId, ingestId }: { fileId: string; ingestId: string },
  hiddenAfter: number | undefined,
): string {
  const after = hiddenAfter === undefined ? '' : `${hiddenAfter}.`;
  return `${lakeShownPrefix(ownerId, gen, fileId, ingestId)}${form}.${after}parquet`;
}

/**
 * Prefix of the copies of a machine file's ingests in a generation, or of one of them.
 *
 * @example lakeShownPrefix('o', 3, 'f') // lake/points/owner=o/gen=3/f.
 */
export function lakeShownPrefix(ownerId: string, gen: number, fileId: string, ingestId?: string): string {
  return `${lakePointsPrefix(ownerId, gen)}${fileId}.${ingestId === undefined ? '' : `${ingestId}.`}`;
}

/**
 * Key of an object that compaction wrote from several ingests.
 *
 * @example lakeCompactedKey('o', 3, 'c') // lake/points/owner=o/gen=3/compacted.c.metric4.parquet
 */
export function lakeCompactedKey(ownerId: string, gen: number, objectId: string): string {
  return `${lakeCompactedPrefix(ownerId, gen, objectId)}${form}.parquet`;
}

/**
 * Prefix of the key of a compacted object.
 *
 * @example lakeCompactedPrefix('o', 3, 'c') // lake/points/owner=o/gen=3/compacted.c.
 */
export function lakeCompactedPrefix(ownerId: string, gen: number, objectId: string): string {
  return `${lakePointsPrefix(ownerId, gen)}${compacted}.${objectId}.`;
}

const compacted = 'compacted';

/**
 * Parses the key of an object in a generation: its machine file (undefined for several) and the id of the ingest or
 * compacted object.
 *
 * @example lakeNameIn('lake/points/owner=o/gen=3/f.i.metric4.7.parquet') // { fileId: 'f', id: 'i' }
 */
export function lakeNameIn(key: string): { fileId: string | undefined; id: string } {
  const [fileId, id = ''] = key.slice(key.lastIndexOf('/') + 1).split('.');
  return { fileId: fileId === compacted ? undefined : fileId, id };
}

/** Prefix of all points of an owner in a generation. @example lakePointsPrefix('o', 3) // lake/points/owner=o/gen=3/ */
export function lakePointsPrefix(ownerId: string, gen: number): string {
  return `${lakeGenerations(ownerId)}${gen}/`;
}

/**
 * Prefix of all generations of an owner, before their numbers.
 *
 * @example lakeGenerations('o') // lake/points/owner=o/gen=
 */
export function lakeGenerations(ownerId: string): string {
  return `lake/points/owner=${ownerId}/gen=`;
}

/**
 * Key of one state of a shard of an owner's table. The object never changes.
 *
 * @example lakeShardKey({ ownerId: 'o', table: 'fields', shard: 'a' }, 'i') // lake/fields/owner=o/gen=0/a.i.parquet
 */
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

/**
 * Key of a part of a shared table; loading a part again replaces it.
 *
 * @example lakeReferenceKey('ssurgo', 'il') // lake/ssurgo/il.parquet
 */
export function lakeReferenceKey(table: string, part: string): string {
  return `${lakeReferencePrefix(table)}${part}.parquet`;
}

/** Prefix of all rows of a shared table. @example lakeReferencePrefix('ssurgo') // lake/ssurgo/ */
export function lakeReferencePrefix(table: string): string {
  return `lake/${table}/`;
}
