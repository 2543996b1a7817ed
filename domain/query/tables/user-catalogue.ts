import type { Catalogue, CatalogueTable, InstantRange } from '../../../sql/catalogue.ts';

/** The service user and time to which a query is restricted. */
export interface UserScope extends InstantRange {
  svcUserId: string;
}

/**
 * An owner's tables restricted to the rows of one user, and those with a `timestamp` to a time: the filters are part of
 * each scan, so that no query can bypass them. Tables of the owner without users are left out; shared tables are
 * unchanged.
 */
export function userCatalogue({ names, table }: Catalogue, scope: UserScope): Catalogue {
  return {
    names,
    table(path) {
      const found = table(path);
      return found && ofUser(found, scope);
    },
  };
}

function ofUser(table: CatalogueTable, { svcUserId, start, end }: UserScope): CatalogueTable | undefined {
  const user = storedColumn(table, 'svcUserId');
  if (user === undefined) return 'owner' in table.only ? undefined : table;
  const instant = storedColumn(table, 'timestamp');
  return {
    ...table,
    only: { ...table.only, [user]: svcUserId },
    ...(instant !== undefined && { within: { column: instant, start, end } }),
  };
}

function storedColumn({ columns }: CatalogueTable, wanted: string): string | undefined {
  const stored = columns.find(({ name }) => name === wanted)?.stored;
  return stored && 'column' in stored ? stored.column : undefined;
}
