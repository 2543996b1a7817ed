/** Upload sessions that a page has begun, so that the same file continues where it stopped, even after the page was closed. */
export interface RememberedSessions {
  find(file: File): string | undefined;
  keep(file: File, sessionId: string): void;
  forget(file: File): void;
}

const prefix = 'furrow-upload';

/** In the browser's storage, by user and file. They contain no secret: a session is useless without a key. */
export function rememberedSessions(svcUser: string, storage: Storage | undefined): RememberedSessions {
  const keyOf = ({ name, size, lastModified }: File) => [prefix, svcUser, size, lastModified, name].join('|');
  // Storage may be full, or forbidden; then nothing is remembered.
  const attempt = <T>(work: (storage: Storage) => T): T | undefined => {
    try {
      return storage && work(storage);
    } catch {
      return undefined;
    }
  };
  return {
    find: (file) => attempt((own) => own.getItem(keyOf(file))) ?? undefined,
    keep: (file, sessionId) => void attempt((own) => own.setItem(keyOf(file), sessionId)),
    forget: (file) => void attempt((own) => own.removeItem(keyOf(file))),
  };
}
