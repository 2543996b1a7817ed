import { type Entry, getFileNameLowLevel, type LocalFileHeader, openPromise } from 'yauzl';
import { type BoundaryProblem, problem } from '../../domain/boundary-files/problem.ts';
import { decodeArchiveName, decodeAs, isUtf8 } from '../../domain/boundary-files/text-encoding.ts';

const utf8Flag = 0x800;
const sizesFollowFlag = 0x8;
const unicodePathField = 0x7075;
const storedMethod = 0;
const deflateMethod = 8;
const linkMode = 0o120000;
const modeMask = 0o170000;

/** The name of an entry in Unicode, with the separators of Windows replaced by slashes. */
export function entryName(entry: Entry): string {
  const raw = entry.fileName as unknown as Buffer;
  const unicodePath = entry.extraFields.some(({ id }) => id === unicodePathField);
  const flagged = (entry.generalPurposeBitFlag & utf8Flag) !== 0 && isUtf8(raw);
  if (unicodePath)
    return getFileNameLowLevel(entry.generalPurposeBitFlag, raw, entry.extraFields, false).replaceAll('\\', '/');
  return (flagged ? decodeAs(raw, 'utf-8') : decodeArchiveName(raw)).replaceAll('\\', '/');
}

/**
 * Whether an entry is a folder, a shadow file of macOS or a hidden file, none of which is uploaded on purpose.
 *
 * @example isNoContent('__MACOSX/a.shp') // true
 */
export function isNoContent(name: string): boolean {
  if (name.endsWith('/')) return true;
  const parts = name.split('/');
  const base = parts.at(-1) ?? '';
  return (
    parts.includes('__MACOSX') || (base.startsWith('.') && base !== '..') || /^(thumbs\.db|desktop\.ini)$/i.test(base)
  );
}

/** The reason not to unpack an entry, found before its data is read. */
export function refuseEntry(entry: Entry, name: string, file: string): BoundaryProblem | undefined {
  const reason = unsafeName(name);
  if (reason) return problem('entryUnsafeName', { file }, { reason });
  if (((entry.externalFileAttributes >>> 16) & modeMask) === linkMode) return problem('entryIsLink', { file });
  if (entry.isEncrypted()) return problem('entryEncrypted', { file });
  if (entry.compressionMethod !== storedMethod && entry.compressionMethod !== deflateMethod) {
    return problem('entryCompression', { file }, { method: entry.compressionMethod });
  }
  return undefined;
}

/**
 * The fault of a name, which completes "its name ..."; undefined for a name that stays inside the archive.
 *
 * @example unsafeName('../a.shp') // climbs out of the archive with ".."
 */
export function unsafeName(name: string): string | undefined {
  if (name === '') return 'is empty';
  if (name.includes('\0')) return 'contains a NUL character';
  if (name.startsWith('/')) return 'is an absolute path';
  if (/^[a-z]:/i.test(name)) return 'starts with a drive letter';
  if (name.split('/').includes('..')) return 'climbs out of the archive with ".."';
  return undefined;
}

/**
 * A zip names each entry twice, in its directory and before its data, and readers trust one or the other. A file in
 * which they differ could show different content to a scanner and to Furrow.
 */
export function contradiction(entry: Entry, header: LocalFileHeader): string | undefined {
  if (!header.fileName.equals(entry.fileName as unknown as Buffer)) {
    return 'its name in the directory is another than the one before its data';
  }
  if (header.compressionMethod !== entry.compressionMethod) return 'its compression is given in two ways';
  const sizesFollow = (header.generalPurposeBitFlag & sizesFollowFlag) !== 0;
  const isZip64 = header.compressedSize === 0xffffffff || header.uncompressedSize === 0xffffffff;
  if (sizesFollow || isZip64) return undefined;
  if (header.compressedSize !== entry.compressedSize || header.uncompressedSize !== entry.uncompressedSize) {
    return 'its size is given in two ways';
  }
  return header.crc32 === entry.crc32 ? undefined : 'its checksum is given in two ways';
}

/**
 * The names in the directory of a zip, without files that programs add.
 *
 * @throws Error if the directory is missing or damaged.
 */
export async function archiveNames(path: string): Promise<string[]> {
  const zip = await openPromise(path, {
    autoClose: false,
    lazyEntries: true,
    decodeStrings: false,
    validateEntrySizes: false,
  });
  try {
    const names: string[] = [];
    for await (const entry of zip.eachEntry()) {
      const name = entryName(entry);
      if (!isNoContent(name)) names.push(name);
    }
    return names;
  } finally {
    zip.close();
  }
}
