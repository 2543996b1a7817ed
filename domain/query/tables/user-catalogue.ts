import type { Catalogue, CatalogueTable, InstantRange } from '../../../sql/catalogue.ts';

/** What of an owner's tables a query about one service user sees. */
export interface UserScope extends InstantRange {
  svcUserId: string;
}

/**
 * An owner's tables with the rows of one user alone, those with a `timestamp` within a time: both stand where a table is read, so that no query
 * comes around them. A table of the owner whose rows belong to no user is not there; tables that are everybody's stay as they are.
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
