import type { FirstRows } from '../../../../sql/first-rows.ts';
import type { OwnerDatabase } from '../owner-database.ts';
import type { Order } from '../process/messages.ts';
import { lastInstant } from './last-instant.ts';
import { readZones, type Zone } from './zone.ts';

/**
 * Maximum files whose zones are read: many take as long as some queries, and are read after the first query that would
 * have needed them.
 */
const maxFiles = 1_000;

/** Cached zones of the row groups in an owner's files. */
export interface KnownZones {
  /** The order's SQL, narrowed to fewer rows if the zones show that the others are not needed. */
  narrowed(order: Order): string;
  /** Reads the zones that the order would have needed, in the background. */
  learn(order: Order, database: OwnerDatabase): void;
  /** Resolves when no zones are being read from a database. */
  settled(): Promise<unknown>;
}

type Zones = ReadonlyMap<string, readonly Zone[] | undefined>;

export function knownZones(): KnownZones {
  /** By path, for each table and column. */
  const known = new Map<string, Zones>();
  let learning: Promise<unknown> = Promise.resolve();
  const nameOf = ({ table, column }: FirstRows) => JSON.stringify([table, column]);
  const pathsOf = ({ tables }: Order, { table }: FirstRows) => tables.find(([name]) => name === table)?.[1] ?? [];
  const zonesOf = (first: FirstRows): Zones => known.get(nameOf(first)) ?? new Map();

  const learnt = async (first: FirstRows, paths: readonly string[], database: OwnerDatabase) => {
    const connection = await database.connect();
    try {
      const before = zonesOf(first);
      const read = await readZones(
        connection,
        first.column,
        paths.filter((path) => !before.has(path)),
      );
      const all = new Map([...before, ...read]);
      known.set(nameOf(first), new Map(paths.map((path) => [path, all.get(path)])));
    } finally {
      connection.closeSync();
    }
  };

  return {
    narrowed(order) {
      const { ownerId, first, leftOut, sql } = order;
      if (!first) return sql;
      const zones = pathsOf(order, first).map((path) => zonesOf(first).get(path));
      if (!zones.every((some) => some !== undefined)) return sql;
      const values = first.values.filter(([column, value]) => column !== 'owner' || value !== ownerId);
      const instant = lastInstant({ ...first, values }, zones.flat(), leftOut);
      return instant === undefined ? sql : first.until.join(instant);
    },
    learn(order, database) {
      const { first } = order;
      if (!first) return;
      const paths = pathsOf(order, first);
      const zones = zonesOf(first);
      if (paths.length > maxFiles || paths.every((path) => zones.has(path))) return;
      // A failure is ignored: queries work without zones.
      learning = learning.then(() => learnt(first, paths, database)).catch(() => {});
    },
    settled: () => learning,
  };
}
