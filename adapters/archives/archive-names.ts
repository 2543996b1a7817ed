import { openPromise } from 'yauzl';
import { entryName, isNoContent } from './archive-entry.ts';

/**
 * The names in the table of contents of a zip, without those that programs put beside files.
 *
 * @throws Error where there is no such table, or it is damaged.
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
