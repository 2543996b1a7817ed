import { DamagedDatabase, openDatabasePages } from './database-pages.ts';
import { type SchemaRow, schemaRows } from './schema-rows.ts';
import { type SqlToken, sqlTokens } from './sql-tokens.ts';

/** An object of a database that no supported file needs, such as `{ kind: 'view', name: 'fields' }`. */
export interface RefusedObject {
  kind: string;
  name: string;
}

/**
 * Searches for objects that could make an engine do more than read rows, without using an engine: views, virtual tables
 * other than R-trees of a GeoPackage, generated columns, and rows of the schema that contradict their type. Triggers
 * are accepted, since every GeoPackage with an index has them and they run only on writes to tables.
 *
 * @returns the first such object, or undefined.
 * @throws DamagedDatabase if the schema cannot be read.
 */
export function refusedObjectOf(path: string): RefusedObject | undefined {
  const pages = openDatabasePages(path);
  try {
    const roots = new Set<number>([1]);
    const names = new Set<string>();
    for (const row of schemaRows(pages)) {
      const refused = refusedKind(row);
      if (refused) return { kind: refused, name: row.name };
      if (row.type === 'table' || row.type === 'index') {
        const hasOwnRoot = row.rootPage > 1 && row.rootPage <= pages.count && !roots.has(row.rootPage);
        if (row.rootPage !== 0 && !hasOwnRoot)
          throw new DamagedDatabase(`the ${row.type} "${row.name}" lies elsewhere`);
        roots.add(row.rootPage);
      }
      const name = `${row.type === 'trigger' ? 'trigger' : 'table'} ${row.name.toLowerCase()}`;
      if (names.has(name)) throw new DamagedDatabase(`the name "${row.name}" is used twice`);
      names.add(name);
    }
    return undefined;
  } finally {
    pages.close();
  }
}

/** The kind of a refused row. SQLite runs its statement, whatever the row's type. */
function refusedKind({ type, name, rootPage, sql }: SchemaRow): string | undefined {
  if (sql === undefined) {
    return type === 'index' && name.startsWith('sqlite_autoindex_') && rootPage > 0
      ? undefined
      : `${type} without a statement`;
  }
  const tokens = sqlTokens(sql);
  const [create, ...rest] = tokens;
  if (!isWord(create, 'CREATE')) return 'row that creates nothing';
  const kind = kindOf(rest);
  if (!kind) return 'object of an unknown kind';
  const stored = kind.what === 'virtual table' ? 'table' : kind.what;
  // SQLite reads only the first statement; only triggers contain semicolons.
  const end = tokens.findIndex((token) => isOther(token, ';'));
  if (kind.what !== 'trigger' && end >= 0 && end < tokens.length - 1) return 'row of several statements';
  const refused = kind.refused?.(kind.rest);
  if (refused) return refused;
  if (type !== stored) return `${kind.what} that says it is a ${type}`;
  if (kind.rest[0]?.text.toLowerCase() !== name.toLowerCase()) return `${kind.what} under another name`;
  if ((rootPage === 0) !== (kind.what === 'trigger' || kind.what === 'virtual table'))
    return `${kind.what} without its place`;
  return undefined;
}

interface Kind {
  what: 'table' | 'virtual table' | 'index' | 'trigger' | 'view';
  /** The tokens from the name on. */
  rest: SqlToken[];
  refused?: (rest: SqlToken[]) => string | undefined;
}

function kindOf([first, ...rest]: SqlToken[]): Kind | undefined {
  if (isWord(first, 'TABLE')) return { what: 'table', rest, refused: refusedTable };
  if (isWord(first, 'VIEW')) return { what: 'view', rest, refused: () => 'view' };
  if (isWord(first, 'INDEX')) return { what: 'index', rest };
  if (isWord(first, 'TRIGGER')) return { what: 'trigger', rest, refused: refusedTrigger };
  if (isWord(first, 'UNIQUE') && isWord(rest[0], 'INDEX')) return { what: 'index', rest: rest.slice(1) };
  if (isWord(first, 'VIRTUAL') && isWord(rest[0], 'TABLE')) {
    return { what: 'virtual table', rest: rest.slice(1), refused: refusedVirtualTable };
  }
  return undefined;
}

/** Internal tables of SQLite that a database may have. */
const internalTables = ['sqlite_sequence', 'sqlite_stat1', 'sqlite_stat3', 'sqlite_stat4'];

function refusedTable([name, ...definition]: SqlToken[]): string | undefined {
  const lower = name?.text.toLowerCase() ?? '';
  if (lower.startsWith('sqlite_') && !internalTables.includes(lower)) return 'table of SQLite itself';
  // `CREATE TABLE x AS SELECT …` is stored with its columns.
  if (!isOther(definition[0], '(')) return 'table without columns';
  // AS followed by a parenthesis occurs only in generated columns; a cast has a type after AS.
  const isComputed = definition.some((token, at) => isWord(token, 'AS') && isOther(definition[at + 1], '('));
  return isComputed ? 'table with computed columns' : undefined;
}

/**
 * `rtree_<table>_<column> USING rtree(id, minx, maxx, miny, maxy)`, as in the GeoPackage standard. Some programs quote the
 * names of the columns.
 */
function refusedVirtualTable([name, using, module, open, ...columns]: SqlToken[]): string | undefined {
  const isIndex = isWord(using, 'USING') && isWord(module, 'RTREE') && isOther(open, '(');
  const shape = columns.map((token) => (isPlainName(token) ? 'w' : token.text)).join('');
  if (isIndex && /^rtree_/i.test(name?.text ?? '') && /^w,w,w,w,w\);?$/.test(shape)) return undefined;
  return `virtual table${module?.kind === 'word' ? ` (${module.text.slice(0, 40)})` : ''}`;
}

function isPlainName({ kind, text }: SqlToken): boolean {
  return kind === 'word' || (kind === 'quoted' && /^[A-Za-z_]\w*$/.test(text));
}

/** INSTEAD OF needs a view; without either BEFORE or AFTER a trigger is BEFORE. */
function refusedTrigger([, ...rest]: SqlToken[]): string | undefined {
  const timing = rest[0];
  const event = isWord(timing, 'BEFORE') || isWord(timing, 'AFTER') ? rest[1] : timing;
  return ['INSERT', 'UPDATE', 'DELETE'].some((one) => isWord(event, one)) ? undefined : 'trigger of an unknown kind';
}

function isWord(token: SqlToken | undefined, keyword: string): boolean {
  return token?.kind === 'word' && token.text.toUpperCase() === keyword;
}

function isOther(token: SqlToken | undefined, text: string): boolean {
  return token?.kind === 'other' && token.text === text;
}
