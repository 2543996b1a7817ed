import { diskFailure } from '../../../adapters/process/disk-failure.ts';

/**
 * Data could not be stored: the disk is full or does not work. The engines respond with 503, which SDKs retry,
 * with `type` as the code, so that the API can tell its callers which of the two it is.
 */
export class StorageFailure extends Error {
  readonly status = 503;
  readonly isFull: boolean;

  constructor(path: string, isFull: boolean, cause: unknown) {
    const reason = isFull
      ? `the disk of ${path} is full: free space on it, or move DATA_DIR to a larger one`
      : `the disk of ${path} does not work (${messageOf(cause)}): see to it, then start Furrow again`;
    super(reason, { cause });
    this.name = 'StorageFailure';
    this.isFull = isFull;
  }

  get type(): 'InsufficientStorage' | 'ServiceUnavailable' {
    return this.isFull ? 'InsufficientStorage' : 'ServiceUnavailable';
  }
}

/**
 * The storage failure behind an error, also among its causes; undefined when the disk is not the cause.
 *
 * @example const failure = asStorageFailure(error, directory);
 */
export function asStorageFailure(error: unknown, path: string): StorageFailure | undefined {
  for (let one = error; one instanceof Error; one = one.cause) if (one instanceof StorageFailure) return one;
  const found = diskFailure(error);
  return found && new StorageFailure(path, found.isFull, found.error);
}

function messageOf(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause);
}
