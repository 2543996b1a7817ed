const fullCodes = ['ENOSPC', 'EDQUOT'];
const brokenCodes = ['EIO', 'EROFS', 'ENXIO', 'ENODEV', 'ESTALE'];
/**
 * Messages of the system, which are all that native libraries (such as LevelDB and DuckDB) and other processes report.
 */
const fullWords = ['no space left on device', 'disk quota exceeded'];
const brokenWords = ['input/output error', 'read-only file system'];

export interface DiskFailure {
  isFull: boolean;
  /** The error itself, or the cause that reports it. */
  error: Error;
}

/**
 * The failure of the disk in an error: full or broken; undefined for other errors.
 *
 * @example if (diskFailure(error)?.isFull) throw error;
 */
export function diskFailure(error: unknown): DiskFailure | undefined {
  for (let one = error; one instanceof Error; one = one.cause) {
    if (says(one, fullCodes, fullWords)) return { isFull: true, error: one };
    if (says(one, brokenCodes, brokenWords)) return { isFull: false, error: one };
  }
  return undefined;
}

function says(error: NodeJS.ErrnoException, codes: string[], words: string[]): boolean {
  const text = error.message.toLowerCase();
  const hasCode = codes.some((code) => error.code === code || error.message.startsWith(`${code}:`));
  return hasCode || words.some((one) => text.includes(one));
}
