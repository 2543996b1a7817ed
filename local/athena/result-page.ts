import { WireError } from '../json-protocol.ts';
import type { StatementResult } from './run-statement.ts';

const typeNames: Record<string, string> = {
  BOOLEAN: 'boolean',
  INTEGER: 'integer',
  BIGINT: 'bigint',
  DOUBLE: 'double',
  VARCHAR: 'varchar',
  BLOB: 'varbinary',
  DATE: 'date',
  TIMESTAMP: 'timestamp',
  TIME: 'time',
};

/** What Athena says of the columns of a result. */
export function columnInfo(columns: StatementResult['columns']) {
  return columns.map(({ name, type }) => ({
    CatalogName: 'hive',
    Name: name,
    Label: name,
    Type: typeNames[type] ?? (type.startsWith('DECIMAL') ? 'decimal' : type.endsWith(']') ? 'array' : 'row'),
    Nullable: 'UNKNOWN',
    CaseSensitive: type === 'VARCHAR',
  }));
}

/** Some rows of a result, of which the first are the names of its columns, which count as a row. */
export function resultPage({ columns, rows }: StatementResult, token: string | undefined, most: number) {
  const from = token === undefined ? 0 : Number(token);
  if (!Number.isInteger(from) || from < 0 || from > rows.length + 1) {
    throw new WireError('InvalidRequestException', 'The NextToken is not valid');
  }
  const head = columns.map(({ name }): string | undefined => name);
  const some = from === 0 ? [head, ...rows.slice(0, most - 1)] : rows.slice(from - 1, from - 1 + most);
  const end = from + some.length;
  return {
    Rows: some.map((cells) => ({
      Data: cells.map((VarCharValue) => (VarCharValue === undefined ? {} : { VarCharValue })),
    })),
    next: end < rows.length + 1 ? String(end) : undefined,
  };
}
