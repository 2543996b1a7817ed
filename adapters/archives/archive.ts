import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Entry, openPromise, type ZipFile } from 'yauzl';
import type { UnpackedFile } from '../../domain/boundary-files/boundary-set.ts';
import { contentKind, sniffedBytes } from '../../domain/boundary-files/content-kind.ts';
import type { BoundaryLimits } from '../../domain/boundary-files/limits.ts';
import { type BoundaryProblem, problem } from '../../domain/boundary-files/problem.ts';
import { diskFailure } from '../process/disk-failure.ts';
import { damage } from './archive-damage.ts';
import { contradiction, entryName, isNoContent, refuseEntry, unsafeName } from './archive-entry.ts';
import { salvage } from './archive-salvage.ts';
import { archiveStart, copyFrom } from './archive-start.ts';
import { sniff } from './sniff.ts';
import { unpackAtOnce } from './unpack-at-once.ts';
import { type Meter, UnpackRefusal, unpackEntry } from './unpack-entry.ts';
import { type DataRange, unpackPart } from './unpack-part.ts';

export interface Unpacked {
  files: UnpackedFile[];
  /** One problem for each refused file. */
  problems: BoundaryProblem[];
  /** Whether a limit stopped the unpacking, so that the files are an arbitrary part of the upload. */
  stopped: boolean;
  /** The bytes of files that are kept in memory, and are not on disk, by their paths. */
  contents: Map<string, Buffer>;
}

interface Unpacking extends Unpacked {
  limits: BoundaryLimits;
  directory: string;
  meter: Meter;
  entries: number;
  /** Whether to keep the readable parts of damaged files. */
  keepParts: boolean;
  /** Bytes that may still be kept in memory. */
  memoryBytes: number;
  refuseFile: (file: UnpackedFile) => BoundaryProblem | undefined;
}

interface UnpackingOptions {
  /**
   * Whether damaged files are kept as far as they can be read, together with their problems: a part of recorded work is
   * useful, a part of a boundary is not.
   */
  keepParts?: boolean;
  /** Files are kept in memory up to this sum, for a reader that needs them whole; each larger one, and all others, are on disk. */
  memoryBytes?: number;
  /** Called with each unpacked file; a problem ends the unpacking. */
  refuseFile?: (file: UnpackedFile) => BoundaryProblem | undefined;
}

/**
 * Unpacks an uploaded zip, and the zips in it, into `directory`, under generated names. The archive is untrusted:
 * names, links, sizes and growth are checked, and bytes are counted as the inflater produces them, whatever the archive
 * states.
 *
 * @param name the user's name of the archive; every file's name starts with it.
 * @example const { files, problems } = await unpackArchive(path, 'farm.zip', directory, boundaryLimits);
 */
export async function unpackArchive(
  path: string,
  name: string,
  directory: string,
  limits: BoundaryLimits,
  { keepParts = false, memoryBytes = 0, refuseFile = () => undefined }: UnpackingOptions = {},
): Promise<Unpacked> {
  await mkdir(directory, { recursive: true });
  const meter: Meter = { totalBytes: 0, limits };
  const counts = { stopped: false, entries: 0 };
  const found = { files: [], problems: [], contents: new Map() };
  const unpacking: Unpacking = { ...found, ...counts, limits, directory, meter, keepParts, memoryBytes, refuseFile };
  await unpackInto(unpacking, path, name, 0);
  const { files, problems, stopped, contents } = unpacking;
  return { files, problems, stopped, contents };
}

async function unpackInto(unpacking: Unpacking, path: string, name: string, depth: number): Promise<void> {
  if (depth > unpacking.limits.nesting) {
    unpacking.problems.push(problem('archiveTooDeep', { file: name }, { limit: unpacking.limits.nesting }));
    return;
  }
  let zip: ZipFile | undefined;
  try {
    const whole = await withoutBeginning(unpacking, path, name);
    zip = await openPromise(whole, {
      autoClose: false,
      lazyEntries: true,
      decodeStrings: false,
      validateEntrySizes: false,
    });
    // The directory states the number, so nothing is unpacked in vain.
    if (unpacking.entries + zip.entryCount > unpacking.limits.entries) {
      return stop(unpacking, problem('archiveTooManyEntries', { file: name }, { limit: unpacking.limits.entries }));
    }
    if (zip.entryCount === 0) unpacking.problems.push(problem('archiveEmpty', { file: name }));
    await unpackEntries(unpacking, zip, { archive: name, path: whole, depth });
  } catch (error) {
    refuseToBlame(error);
    unpacking.problems.push(problem('archiveDamaged', { file: name }, { reason: damage(error) }));
    if (unpacking.keepParts && !zip) await salvageInto(unpacking, path, name, depth);
  } finally {
    zip?.close();
  }
}

/** Unpacks an archive without a directory. */
async function salvageInto(unpacking: Unpacking, path: string, archive: string, depth: number): Promise<void> {
  const { directory, limits, meter, files, problems } = unpacking;
  const inner: UnpackedFile[] = [];
  const next = () => join(directory, String(unpacking.entries).padStart(5, '0'));
  const pathOf = (name: string) => {
    if (isNoContent(name) || unsafeName(name) || unpacking.entries >= limits.entries) return undefined;
    unpacking.entries++;
    return next();
  };
  try {
    for await (const { name, bytes, damage: reason } of salvage(path, pathOf, meter)) {
      const file = `${archive}/${name}`;
      refuseToBlame(reason);
      if (reason) problems.push(problem('entryDamaged', { file }, { reason: damage(reason) }));
      if (bytes === 0) continue;
      const found = { name: file, path: next(), bytes, kind: await sniff(next()) };
      if (found.kind === 'zip') inner.push(found);
      else files.push(found);
    }
  } catch (error) {
    if (!(error instanceof UnpackRefusal)) throw error;
    stop(unpacking, error.toProblem(archive));
  }
  for (const file of inner) if (!unpacking.stopped) await unpackInto(unpacking, file.path, file.name, depth + 1);
}

/** Reads an archive that has other bytes before it in its file. */
async function withoutBeginning({ problems, directory, entries }: Unpacking, path: string, name: string) {
  const bytes = await archiveStart(path);
  if (bytes === 0) return path;
  problems.push(problem('archiveBeginsLate', { file: name }, { bytes }));
  const whole = join(directory, `${entries}.zip`);
  await copyFrom(bytes, path, whole);
  return whole;
}

async function unpackEntries(
  unpacking: Unpacking,
  zip: ZipFile,
  { archive, path, depth }: { archive: string; path: string; depth: number },
): Promise<void> {
  const inner: UnpackedFile[] = [];
  const spans: Span[] = [];
  for await (const entry of zip.eachEntry()) {
    if (unpacking.stopped) return;
    const { limits } = unpacking;
    if (++unpacking.entries > limits.entries) {
      stop(unpacking, problem('archiveTooManyEntries', { file: archive }, { limit: limits.entries }));
      return;
    }
    const name = entryName(entry);
    if (isNoContent(name)) continue;
    const file = await takeEntry(unpacking, zip, entry, { file: `${archive}/${name}`, name, spans, archive: path });
    if (file?.kind === 'zip') inner.push(file);
    else if (file) {
      unpacking.files.push(file);
      const refusal = unpacking.refuseFile(file);
      if (refusal) return stop(unpacking, refusal);
    }
  }
  for (const file of inner) if (!unpacking.stopped) await unpackInto(unpacking, file.path, file.name, depth + 1);
}

/** The range of an entry's data in the archive. */
interface Span {
  from: number;
  to: number;
}

async function takeEntry(
  unpacking: Unpacking,
  zip: ZipFile,
  entry: Entry,
  { file, name, spans, archive }: { file: string; name: string; spans: Span[]; archive: string },
): Promise<UnpackedFile | undefined> {
  const refusal = refuseEntry(entry, name, file);
  if (refusal) {
    unpacking.problems.push(refusal);
    return undefined;
  }
  const path = join(unpacking.directory, String(unpacking.entries).padStart(5, '0'));
  let data: DataRange | undefined;
  try {
    const header = await zip.readLocalFileHeaderPromise(entry);
    const span = { from: entry.relativeOffsetOfLocalHeader, to: header.fileDataStart + entry.compressedSize };
    const overlaps = spans.some(({ from, to }) => span.from < to && from < span.to);
    const what = overlaps ? 'it shares its data with another file' : contradiction(entry, header);
    if (what) {
      unpacking.problems.push(problem('entryMismatch', { file }, { what }));
      return undefined;
    }
    spans.push(span);
    data = { path: archive, from: header.fileDataStart, to: span.to, deflated: entry.compressionMethod !== 0 };
    const content = await unpackAtOnce(entry, data, unpacking.meter);
    if (content) return await kept(unpacking, content, { name: file, path });
    const bytes = await unpackEntry(zip, entry, path, unpacking.meter);
    return { name: file, path, bytes, kind: await sniff(path) };
  } catch (error) {
    refuseToBlame(error);
    if (error instanceof UnpackRefusal) {
      stop(unpacking, error.toProblem(file));
      return undefined;
    }
    const part = data && unpacking.keepParts ? await partOf(unpacking, data, file, path) : undefined;
    const what = damage(error);
    const isCounted = !part || what.includes('bytes');
    const reason = isCounted ? what : `${what}; ${part.bytes} of its ${entry.uncompressedSize} bytes were read`;
    unpacking.problems.push(problem('entryDamaged', { file }, { reason }));
    return part;
  }
}

/** Keeps what was unpacked: in memory while there is room for it, but archives always on disk, where they are unpacked in turn. */
async function kept(
  unpacking: Unpacking,
  content: Buffer,
  { name, path }: Pick<UnpackedFile, 'name' | 'path'>,
): Promise<UnpackedFile> {
  const file = { name, path, bytes: content.length, kind: contentKind(content.subarray(0, sniffedBytes)) };
  if (file.kind !== 'zip' && content.length <= unpacking.memoryBytes) {
    unpacking.memoryBytes -= content.length;
    unpacking.contents.set(path, content);
  } else await writeFile(path, content, { flag: 'wx', mode: 0o600 });
  return file;
}

/** The readable part of a damaged entry. */
async function partOf(
  unpacking: Unpacking,
  data: DataRange,
  name: string,
  path: string,
): Promise<UnpackedFile | undefined> {
  try {
    const { bytes, damage: found } = await unpackPart(data, path, unpacking.meter);
    refuseToBlame(found);
    return bytes > 0 ? { name, path, bytes, kind: await sniff(path) } : undefined;
  } catch (error) {
    refuseToBlame(error);
    if (error instanceof UnpackRefusal) stop(unpacking, error.toProblem(name));
    return undefined;
  }
}

/** Throws errors of a full disk, which is not the file's fault: the file is then read again later. */
function refuseToBlame(error: unknown): void {
  if (diskFailure(error)) throw error;
}

function stop(unpacking: Unpacking, reason: BoundaryProblem): void {
  unpacking.stopped = true;
  unpacking.problems.push(reason);
}
