import type { Catalogue, CatalogueTable } from '../../sql/catalogue.ts';

/** A consistent view of an owner's table in the lake. */
export interface LakeSnapshot {
  /** The generation of files; compaction writes the next one. */
  gen: string;
  /** Ingests whose rows are excluded: staged or replaced ones. */
  hidden: readonly string[];
  /**
   * For points: the number of changes so far. Ingests that were staged later are unknown to the snapshot and excluded.
   */
  revision?: number;
  /** Deleted users, whose rows are excluded. */
  hiddenUsers?: readonly string[];
  /** For tables whose shards are replaced: the ingests to read, and no others. */
  shown?: readonly string[];
}

/** The snapshots of an owner's tables, by name. */
export type LakeSnapshots = ReadonlyMap<string, LakeSnapshot>;

/**
 * The snapshot of a table without a pointer: points are visible once they are written, other tables only with a
 * pointer.
 */
const firstSnapshot = (table: string): LakeSnapshot => ({
  gen: '0',
  hidden: [],
  ...(table === 'points' ? { revision: 0 } : { shown: [] }),
});

/**
 * A catalogue for an engine that reads the whole lake: tables have the name of its database, and scans of an owner's
 * rows are filtered by generation and excluded rows.
 */
export function lakeCatalogue({ names, table }: Catalogue, database: string, snapshots: LakeSnapshots): Catalogue {
  return {
    names,
    table(path) {
      const found = table(path);
      return found && inLake(found, database, snapshots);
    },
  };
}

function inLake(table: CatalogueTable, database: string, snapshots: LakeSnapshots): CatalogueTable {
  const name = table.stored.at(-1) ?? '';
  const stored = [database, name];
  // Reference tables have no owner and no generations.
  if (table.only.owner === undefined) return { ...table, stored };
  const { gen, hidden, hiddenUsers, shown, revision } = snapshots.get(name) ?? firstSnapshot(name);
  const { owner, ...others } = table.only;
  return {
    ...table,
    stored,
    only: { owner, gen, ...others },
    except: { ...(hidden.length > 0 && { ingestId: hidden }), ...(hiddenUsers && { svcUserId: hiddenUsers }) },
    ...(shown && { among: { ingestId: shown } }),
    ...(revision !== undefined && { revision }),
  };
}
