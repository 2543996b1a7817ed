import { soilColumns } from '../../domain/reference/soil-columns.ts';
import type { CatalogueTable } from '../../sql/catalogue.ts';
import { identifier, text } from '../duckdb/sql-text.ts';
import { rowColumns, rowsSql } from '../lake/row-columns.ts';
import { type Extent, withHilbert } from '../machine-files/outputs/hilbert.ts';

/** Polygons of the soil survey are some kilobytes, so that a row group is some megabytes. */
const rowsInGroup = 2_000;
/** The whole earth: one of 65,536 steps is some hundred metres. */
const everywhere: Extent = [-180, -90, 180, 90];

export interface ReferenceFiles {
  /** Path of JSON lines. */
  rows: string;
  attributes: string | undefined;
  written: string;
}

/** SQL that writes a part of a table from its rows, sorted so that rows with near centres are near each other. */
export function referenceSql(table: CatalogueTable, { rows, attributes, written }: ReferenceFiles): string[] {
  const columns = rowColumns(table);
  const isJoined = (name: string) =>
    attributes !== undefined && name !== 'mukey' && soilColumns.some((column) => column.name === name);
  const selected = columns
    .map(({ name }) => `${isJoined(name) ? 'attributes' : 'rows'}.${identifier(name)}`)
    .join(', ');
  const middle = '(rows.west + rows.east) / 2 as lon, (rows.south + rows.north) / 2 as lat';
  return [
    `create view rows as ${rowsSql(columns, rows)}`,
    ...(attributes === undefined ? [] : [`create view attributes as from ${attributesSql(attributes)}`]),
    `copy (
      select ${columns.map(({ name }) => identifier(name)).join(', ')} from (${withHilbert(
        `select ${selected}, ${middle} from rows${attributes === undefined ? '' : ' left join attributes using (mukey)'}`,
        everywhere,
      )}) order by hilbert
    ) to ${text(written)} (format parquet, compression zstd, row_group_size ${rowsInGroup})`,
  ];
}

/** The table in the survey's format: without header, with a bar between columns, and quoted text. */
function attributesSql(path: string): string {
  const columns = soilColumns.map(({ name, type }) => `${text(name)}: ${text(type === 'text' ? 'varchar' : 'double')}`);
  return `read_csv(${text(path)}, delim = '|', quote = '"', escape = '"', header = false, auto_detect = false, columns = {${columns.join(', ')}})`;
}
