const fullCodes = ['ENOSPC', 'EDQUOT'];
const brokenCodes = ['EIO', 'EROFS', 'ENXIO', 'ENODEV', 'ESTALE'];
/** Native libraries, such as LevelDB and DuckDB, tell the system's message only, as other processes do. */
const fullWords = ['no space left on device', 'disk quota exceeded'];
const brokenWords = ['input/output error', 'read-only file system'];

export interface DiskFailure {
  isFull: boolean;
  /** The error itself or the one of its causes that says so. */
  error: Error;
}

/** The disk's part in an error: that it is full or does not work; undefined when the error is about something else. */
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
