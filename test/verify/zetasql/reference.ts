import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CompiledQuery } from '../../../sql/compile-query.ts';
import { storedType } from '../../../sql/types/parse-type.ts';
import type { SqlType } from '../../../sql/types/sql-type.ts';
import { corpusFolder } from '../../corpus/query-corpus.ts';
import type { Outcome } from '../compare.ts';
import { owner, tables, typeAt } from '../our-side.ts';
import { startZetaSql } from './server.ts';
import { type EngineValue, fromEngine, toEngine } from './values.ts';

type Message = Record<string, unknown>;

/** The kinds of types by their numbers in the engine's messages. */
const kinds: Partial<Record<SqlType['kind'], number>> = {
  INT64: 2,
  BOOL: 5,
  FLOAT64: 7,
  STRING: 8,
  BYTES: 9,
  DATE: 10,
  TIMESTAMP: 19,
  GEOGRAPHY: 22,
};

function typeMessage(type: SqlType): Message {
  if (type.kind === 'ARRAY') return { typeKind: 16, arrayType: { elementType: typeMessage(type.element) } };
  if (type.kind !== 'STRUCT') return { typeKind: kinds[type.kind] };
  const field = type.fields.map((one) => ({ fieldName: one.name, fieldType: typeMessage(one.type) }));
  return { typeKind: 17, structType: { field } };
}

const columns = Object.entries(tables).map(([table, all]) => ({
  table,
  columns: all.map(([name, type]) => ({ name, type: storedType(type) })),
}));

/** The owner's rows; geographies, which the engine does not support, are NULL. */
function contents(): Message {
  const entries = columns.map(({ table, columns: all }) => {
    const lines = readFileSync(join(corpusFolder, 'dataset', `${table}.ndjson`), 'utf8')
      .trim()
      .split('\n');
    const rows = lines.map((line) => JSON.parse(line) as Record<string, unknown>).filter((row) => row.owner === owner);
    const cell = (row: Record<string, unknown>, { name, type }: { name: string; type: SqlType }) =>
      type.kind === 'GEOGRAPHY' ? {} : toEngine(row[name], type);
    return [table, { tableData: { row: rows.map((row) => ({ cell: all.map((column) => cell(row, column)) })) } }];
  });
  return Object.fromEntries(entries);
}

/** Google's reference engine with the rows of the corpus. */
export async function reference() {
  const engine = await startZetaSql();
  const language = {
    ...(await engine.call('getLanguageOptions', { maximumFeatures: true })),
    productMode: 'PRODUCT_EXTERNAL',
  };
  const catalog = {
    name: 'corpus',
    table: columns.map(({ table, columns: all }) => ({
      name: table,
      column: all.map(({ name, type }) => ({ name, type: typeMessage(type) })),
    })),
    builtinFunctionOptions: { languageOptions: language },
  };
  const { registeredId } = await engine.call('registerCatalog', { simpleCatalog: catalog, tableContent: contents() });
  const shared = {
    registeredCatalogId: registeredId,
    options: { ...(await engine.call('getAnalyzerOptions', {})), languageOptions: language, defaultTimezone: 'UTC' },
  };

  /** @param types the compiler's types of the columns, by which their values are read. */
  async function run(text: string, types: CompiledQuery): Promise<Outcome> {
    try {
      const { content } = (await engine.call('evaluateQuery', { ...shared, sql: text })) as {
        content?: { tableData?: { row?: { cell?: EngineValue[] }[] } };
      };
      const rows = content?.tableData?.row ?? [];
      return { rows: rows.map(({ cell = [] }) => cell.map((value, index) => fromEngine(value, typeAt(types, index)))) };
    } catch (error) {
      return { problem: error instanceof Error ? error.message : String(error) };
    }
  }

  return { run, close: engine.close };
}
