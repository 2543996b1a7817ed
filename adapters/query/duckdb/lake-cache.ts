import { mkdir, readdir, rename, rm, stat, utimes } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Clock } from '../../../domain/clock.ts';
import { Problem } from '../../../domain/errors.ts';
import type { ObjectStore, ObjectVersion } from '../../../domain/files/object-store.ts';
import { queryProblemDetails } from '../../../domain/query/problem.ts';
import type { TableFiles } from '../../../domain/query/query-engine.ts';
import { referenceTables } from '../../../domain/query/tables/owner-catalogue.ts';

const shared = new Set(referenceTables.map(({ name }) => name));

/** Maximum bytes of cached files, of the 10 GB disk of a function; the rest is for files that are being fetched. */
const maxBytes = 8_000_000_000;
/** Time after an owner's last query when its files are removed. */
const keptMilliseconds = 15 * 60_000;
const fetchedAtOnce = 16;

/**
 * Caches files of the lake on the local disk, in a folder for each owner and table, so that a version of a file is
 * fetched once.
 */
export interface LakeCache {
  /**
   * Paths of each table's files; undefined if one of them is no longer in the lake and has to be listed again.
   *
   * @throws Problem `limitExceeded` if the owner's files exceed the disk.
   */
  pathsOf(ownerId: string, tables: TableFiles): Promise<ReadonlyMap<string, string[]> | undefined>;
}

export interface LakeCacheOptions {
  lake: Pick<ObjectStore, 'download'>;
  folder: string;
  clock: Clock;
  room?: number;
}

/**
 * Files that are no longer in the lake are removed at the owner's next query of the table. Folders of other owners are
 * removed a quarter of an hour after their last query, or earlier if the disk is full.
 */
export function lakeCache({ lake, folder, clock, room = maxBytes }: LakeCacheOptions): LakeCache {
  const fetch = async (directory: string, { key }: ObjectVersion, name: string): Promise<string | undefined> => {
    const path = join(directory, name);
    if (await stat(path).catch(() => undefined)) return path;
    // Outside of the table's folder, which has only complete files.
    const part = `${directory}-${name}.part`;
    if (!(await lake.download(key, part))) return undefined;
    await rename(part, path);
    return path;
  };

  const pathsIn = async (directory: string, files: readonly ObjectVersion[]): Promise<string[] | undefined> => {
    const named = new Map(files.map((file) => [nameOf(file), file]));
    for (const name of await readdir(directory)) if (!named.has(name)) await rm(join(directory, name));
    const paths: string[] = [];
    const entries = [...named];
    for (let start = 0; start < entries.length; start += fetchedAtOnce) {
      const some = entries.slice(start, start + fetchedAtOnce);
      const found = await Promise.all(some.map(([name, file]) => fetch(directory, file, name)));
      const there = found.filter((path) => path !== undefined);
      if (there.length < found.length) return undefined;
      paths.push(...there);
    }
    return paths;
  };

  return {
    async pathsOf(ownerId, tables) {
      const wanted = [...tables.values()].flat().reduce((sum, { bytes }) => sum + bytes, 0);
      if (wanted > room) throw tooMuch(wanted, room);
      const directories = new Map(
        [...tables.keys()].map((table) => [table, join(folder, `${shared.has(table) ? 'shared' : ownerId}.${table}`)]),
      );
      await mkdir(folder, { recursive: true });
      const kept = new Set(directories.values());
      await removeOthers(folder, kept, { since: clock.now() - keptMilliseconds, room: room - wanted });
      const paths = new Map<string, string[]>();
      for (const [table, directory] of directories) {
        await mkdir(directory, { recursive: true });
        await utimes(directory, clock.now() / 1000, clock.now() / 1000);
        const found = await pathsIn(directory, tables.get(table) ?? []);
        if (!found) return undefined;
        paths.set(table, found);
      }
      return paths;
    },
  };
}

function nameOf({ key, version }: ObjectVersion): string {
  return `${version.replace(/[^0-9a-zA-Z-]/g, '')}-${basename(key)}`;
}

/** Removes old folders of other owners, and then the oldest ones until the rest fits. */
async function removeOthers(
  folder: string,
  kept: ReadonlySet<string>,
  { since, room }: { since: number; room: number },
) {
  const names = (await readdir(folder)).filter((name) => !kept.has(join(folder, name)));
  const others = await Promise.all(
    names.map(async (name) => {
      const path = join(folder, name);
      return { path, used: (await stat(path)).mtimeMs, bytes: await bytesIn(path) };
    }),
  );
  let left = room;
  for (const { path, used, bytes } of others.sort((a, b) => b.used - a.used)) {
    left -= bytes;
    if (used < since || left < 0) await rm(path, { recursive: true, force: true });
  }
}

async function bytesIn(path: string): Promise<number> {
  const names = await readdir(path).catch(() => []);
  const sizes = await Promise.all(names.map(async (name) => (await stat(join(path, name))).size));
  return sizes.reduce((sum, size) => sum + size, 0);
}

function tooMuch(wanted: number, room: number): Problem {
  const gigabytes = (bytes: number) => (bytes / 1e9).toFixed(1);
  return new Problem(
    'invalid',
    `There are ${gigabytes(wanted)} GB in the tables of the query, and a query reads up to ${gigabytes(room)} GB.`,
    queryProblemDetails('limit_exceeded'),
  );
}
