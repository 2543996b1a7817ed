import { Problem } from '../../../domain/errors.ts';
import { queryProblemDetails } from '../../../domain/query/problem.ts';
import type { CompiledQuery } from '../../../sql/compile-query.ts';
import { runtimeName } from '../../../sql/functions/geography/define.ts';
import type { SqlType } from '../../../sql/types/sql-type.ts';
import { corners, geoparquetMetadata } from '../../duckdb/geoparquet-metadata.ts';
import { identifier, text } from '../../duckdb/sql-text.ts';
import { resultNames } from '../result-names.ts';

/** Rows in a group: some megabytes, the unit that readers skip. */
const rowsInGroup = 100_000;

/**
 * SQL that writes a query's rows as GeoParquet 1.1: geographies as well-known binary with spherical edges, each with a
 * column of bounding boxes as its covering; structs with the names of the query; times as instants.
 *
 * @throws Problem for a query without a column of type GEOGRAPHY, or with one in an array or a struct.
 */
export function exportSql(query: CompiledQuery, path: string): string {
  const geographies = query.columns.flatMap(({ type }, index) => (type.kind === 'GEOGRAPHY' ? [index] : []));
  if (geographies.length === 0) {
    throw typeProblem(
      'The query selects no geography, which GeoParquet needs. Select one, such as geometry of points.',
    );
  }
  const boxes = geographies.map((_, index) => ({ name: index === 0 ? 'bbox' : `bbox_${index}` }));
  const names = resultNames([...query.columns.map(({ name }) => ({ name: name.replaceAll('\0', '') })), ...boxes]);
  const own = names.slice(0, query.columns.length);
  const covers = names.slice(query.columns.length);
  const values = query.columns.map(
    ({ type }, index) => `${valueSql(`v${index}`, type, 0)} AS ${identifier(own[index] ?? '')}`,
  );
  const covering = geographies.map((index, order) => `${boxSql(`v${index}`)} AS ${identifier(covers[order] ?? '')}`);
  const described = geographies.map((index, order) => ({
    name: own[index] ?? '',
    types: [],
    edges: 'spherical' as const,
    cover: covers[order],
  }));
  const inner = `(${query.sql}) AS q(${query.columns.map((_, index) => `v${index}`).join(', ')})`;
  return `COPY (SELECT ${[...values, ...covering].join(', ')} FROM ${inner}) TO ${text(path)} (FORMAT parquet, COMPRESSION zstd,
    ROW_GROUP_SIZE ${rowsInGroup}, USE_TMP_FILE false, KV_METADATA {geo: ${text(geoparquetMetadata(described))}})`;
}

function valueSql(value: string, type: SqlType, depth: number): string {
  if (type.kind === 'TIMESTAMP') return `timezone('UTC', ${value})`;
  if (type.kind === 'GEOGRAPHY') {
    if (depth > 0) {
      throw typeProblem(
        'A geography in an array or a struct has no place in GeoParquet. Select it alone, or ST_AsText of it.',
      );
    }
    // The bits of the numbers after the header of a big-endian point.
    const point = `'\\x00\\x00\\x00\\x00\\x01'::blob || ${value}.x::bit::blob || ${value}.y::bit::blob`;
    return `CASE WHEN ${value}.x IS NULL THEN ${value}.wkb ELSE ${point} END`;
  }
  if (type.kind === 'ARRAY') {
    const element = `e${depth}`;
    const inner = valueSql(element, type.element, depth + 1);
    return inner === element ? value : `list_transform(${value}, ${element} -> ${inner})`;
  }
  if (type.kind !== 'STRUCT') return value;
  const names = resultNames(type.fields);
  const fields = type.fields.map(
    ({ column, type: field }, index) =>
      `${text(names[index] ?? '')}: ${valueSql(`struct_extract(${value}, ${text(column)})`, field, depth + 1)}`,
  );
  return `CASE WHEN ${value} IS NULL THEN NULL ELSE {${fields.join(', ')}} END`;
}

function boxSql(value: string): string {
  const point = ['x', 'y', 'x', 'y'].map((axis, index) => `'${corners[index]}': ${value}.${axis}`);
  const shape = corners.map((corner) => `'${corner}': ${runtimeName(corner)}(${value})`);
  return `CASE WHEN ${value} IS NULL THEN NULL WHEN ${value}.x IS NOT NULL THEN {${point.join(', ')}} ELSE {${shape.join(', ')}} END`;
}

function typeProblem(detail: string): Problem {
  return new Problem('invalid', detail, queryProblemDetails('type_error'));
}
