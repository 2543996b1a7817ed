import { createReadStream, existsSync } from 'node:fs';
import { csvRows } from '../../adapters/aws/athena/csv-rows.ts';
import type { Cells } from '../../adapters/aws/athena/result-rows.ts';
import { WireError } from '../http/json-protocol.ts';
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

/** Descriptions of the columns of a result, in Athena's form. */
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

/** A page of rows of a result. The first row of a result has the names of its columns. */
export async function resultPage(path: string, token: string | undefined, max: number) {
  const from = token === undefined ? 0 : Number(token);
  if (!Number.isInteger(from) || from < 0) throw invalid('The NextToken is not valid');
  if (!existsSync(path)) throw invalid('The result of the query is no longer there');
  const found: Cells[] = [];
  let passed = 0;
  for await (const rows of csvRows(createReadStream(path, 'utf8'))) {
    // One more row than requested is read, which shows whether there are more.
    found.push(...rows.slice(Math.max(from - passed, 0), Math.max(from + max + 1 - passed, 0)));
    passed += rows.length;
    if (found.length > max) break;
  }
  return {
    Rows: found.slice(0, max).map((cells) => ({
      Data: cells.map((VarCharValue) => (VarCharValue === undefined ? {} : { VarCharValue })),
    })),
    next: found.length > max ? String(from + max) : undefined,
  };
}

const invalid = (message: string) => new WireError('InvalidRequestException', message);
