import type { Catalogue, CatalogueTable } from '../../sql/catalogue.ts';

/** What readers of an owner's table in the lake see at a moment. */
export interface LakeMoment {
  /** The generation of files; compaction writes the next one. */
  gen: string;
  /** Ingests whose rows are left out: they are being written, or others have replaced them. */
  hidden: readonly string[];
  /** Of points: counts the changes. Of ingests that are hidden after it nothing is known, and nothing is read. */
  revision?: number;
  /** Users whose rows are left out: they were deleted. */
  hiddenUsers?: readonly string[];
  /** Ingests whose rows are read, and no others, of a table whose files are replaced one by one. */
  shown?: readonly string[];
}

/** What readers see of each of an owner's tables. */
export type LakeMoments = ReadonlyMap<string, LakeMoment>;

/** Of a table of which nothing was said: points are there as soon as they are written, other tables once their pointer says so. */
const firstMoment = (table: string): LakeMoment => ({
  gen: '0',
  hidden: [],
  ...(table === 'points' ? { revision: 0 } : { shown: [] }),
});

/**
 * A catalogue for an engine that reads the whole lake: tables go by the name of its database, and scans of an owner's rows say also their
 * generation and what is left out.
 */
export function lakeCatalogue({ names, table }: Catalogue, database: string, moments: LakeMoments): Catalogue {
  return {
    names,
    table(path) {
      const found = table(path);
      return found && inLake(found, database, moments);
    },
  };
}

function inLake(table: CatalogueTable, database: string, moments: LakeMoments): CatalogueTable {
  const name = table.stored.at(-1) ?? '';
  const stored = [database, name];
  // Reference tables belong to no owner and have no generations.
  if (table.only.owner === undefined) return { ...table, stored };
  const { gen, hidden, hiddenUsers, shown, revision } = moments.get(name) ?? firstMoment(name);
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
