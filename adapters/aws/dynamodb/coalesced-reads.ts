import { getMany } from './get-many.ts';
import type { Item, Table } from './table.ts';

interface Waiting {
  key: Item;
  resolve(item: Item | undefined): void;
  reject(error: unknown): void;
}

/**
 * Creates a strongly consistent reader of items by key, which combines all reads of one turn of the event loop and
 * reads each item once. A read begins after it was requested, so it sees every write that had ended before.
 *
 * @example
 * const read = coalescedReads(alerts);
 * const [one, other] = await Promise.all([read(key), read(key)]); // one request
 */
export function coalescedReads(table: Table): (key: Item) => Promise<Item | undefined> {
  let waiting: Waiting[] = [];

  async function read(): Promise<void> {
    const asked = waiting;
    waiting = [];
    const byName = new Map(asked.map(({ key }) => [`${key.pk}\n${key.sk}`, key]));
    try {
      const items = await getMany(table, [...byName.values()], { consistent: true });
      const found = new Map([...byName.keys()].map((name, index) => [name, items[index]]));
      for (const { key, resolve } of asked) resolve(found.get(`${key.pk}\n${key.sk}`));
    } catch (error) {
      for (const { reject } of asked) reject(error);
    }
  }

  return (key) =>
    new Promise((resolve, reject) => {
      if (waiting.length === 0) setImmediate(() => void read());
      waiting.push({ key, resolve, reject });
    });
}
