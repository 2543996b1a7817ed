import type { Ingest, UnitsOfIngest, UnitsOfIngests } from '../../domain/lake/compaction.ts';
import { leftOutMember } from '../../domain/machine-files/points/left-out.ts';
import {
  conversionTo,
  type MeasuredColumn,
  pointColumns,
  storedProducts,
} from '../../domain/machine-files/points/point-columns.ts';
import { converted } from '../../sql/catalogue.ts';
import { identifier, text } from '../duckdb/sql-text.ts';
import { productsFromJson, productsInLakeUnits } from './standardise/products.ts';
import type { WorkDatabase } from './work-database.ts';

const measured = pointColumns.filter((column) => column.measured.length > 0);
const columns = measured.flatMap((property) => property.measured);

/** The column with the unit of a property in a row's file. */
const unitColumn = (property: string) => identifier(`unit of ${property}`);

/**
 * A query that converts the rows of another to the lake's units. Earlier releases stored numbers in the unit of their
 * file under the property's own name; a file has either these columns or those of the lake's units, so numbers are
 * converted once, and the conversion is idempotent. Numbers without a known unit become NULL. Earlier releases also
 * stored a geometry, which is left out, and neither the row of the source nor what is left out, which are then NULL.
 *
 * @param stored a query of rows of the lake.
 */
export async function inLakeUnits(stored: string, unitsOf: UnitsOfIngests, work: WorkDatabase): Promise<string> {
  const described = await work.rows<{ column_name: string }>(`describe ${stored}`);
  const there = new Set(described.map(({ column_name }) => column_name));
  const from = inPresentColumns(stored, there);
  const earlier = measured.flatMap(({ name }) => (there.has(name) ? [name] : []));
  const { ofFile, inOneUnit } = storedProducts;
  if (earlier.length === 0 && !there.has(ofFile)) return from;
  const hasProducts = there.has(inOneUnit);
  const areEarlier = `${ofFile} is not null${hasProducts ? ` and ${inOneUnit} is null` : ''}`;
  const isEarlier = [...earlier.map((name) => `${identifier(name)} is not null`), areEarlier];
  const ingests = await work.rows<Ingest>(
    `select distinct fileId, ingestId from (${from}) where ${isEarlier.join(' or ')}`,
  );
  if (hasProducts && earlier.length === 0 && ingests.length === 0) return from;
  const known = await unitsOf(ingests);
  const rows = known.map(({ fileId, ingestId, units, products }) => {
    const values = [fileId, ingestId, JSON.stringify(products), ...earlier.map((name) => units[name])];
    return `(${values.map((value) => (value === undefined ? 'null' : text(value))).join(', ')})`;
  });
  const names = ['unitsFile', 'unitsIngest', 'unitsOfProducts', ...earlier.map(unitColumn)];
  const none = `(${names.map(() => 'null::varchar').join(', ')})`;
  const written = new Set(known.flatMap(({ units }) => Object.values(units)));
  const own = columns.map((column) => {
    const now = there.has(column.stored) ? [identifier(column.stored)] : [];
    const before = there.has(column.property) ? [columnInItsUnit(column, written)] : [];
    return `coalesce(${[...now, ...before, 'null::double'].join(', ')}) as ${identifier(column.stored)}`;
  });
  const productUnits = await unitsOfProducts(`select ${ofFile} from (${from}) where ${areEarlier}`, known, work);
  const asMap = 'from_json(unitsOfProducts::json, \'"MAP(VARCHAR,VARCHAR)"\')[product.name]';
  const before = productsInLakeUnits(productsFromJson(ofFile), productUnits, asMap);
  const products = `case when ${ofFile} is not null then ${hasProducts ? `coalesce(${inOneUnit}, ${before})` : before} end`;
  own.push(`${products} as ${inOneUnit}`);
  const replaced = [...columns.map((column) => column.stored), inOneUnit].filter((name) => there.has(name));
  const left = [...replaced, ...earlier].map(identifier).join(', ');
  return `select lake.* ${left && `exclude (${left})`}, ${own.join(', ')} from (${from}) as lake
    left join (values ${[none, ...rows].join(', ')}) as units(${names.join(', ')}) on unitsFile = fileId and unitsIngest = ingestId`;
}

/** Columns that earlier releases did not store, which have no value for their points. */
const addedColumns = { sourceRow: 'bigint', [leftOutMember]: 'varchar' };

function inPresentColumns(stored: string, there: ReadonlySet<string>): string {
  const left = there.has('geometry') ? ' exclude (geometry)' : '';
  const added = Object.entries(addedColumns).flatMap(([name, type]) =>
    there.has(name) ? [] : [`, null::${type} as ${name}`],
  );
  return left || added.length > 0 ? `select *${left}${added.join('')} from (${stored})` : stored;
}

/** The units of products: those in the rows, and those known from their files. */
async function unitsOfProducts(
  from: string,
  known: readonly UnitsOfIngest[],
  work: WorkDatabase,
): Promise<Set<string>> {
  const named = await work.rows<{ unit: string | null }>(
    `select distinct product.rate.unit as unit from (select unnest(${productsFromJson(storedProducts.ofFile)}) as product from (${from}))`,
  );
  return new Set([
    ...named.flatMap(({ unit }) => unit ?? []),
    ...known.flatMap(({ products }) => Object.values(products)),
  ]);
}

/** A number in the unit of its file, converted to a column's unit; NULL if the dimensions differ. */
function columnInItsUnit(column: MeasuredColumn, units: ReadonlySet<string>): string {
  const cases = [...units].flatMap((unit) => {
    const to = conversionTo(column, unit);
    return to ? [`when ${text(unit)} then ${converted(identifier(column.property), to)}`] : [];
  });
  return cases.length > 0 ? `case ${unitColumn(column.property)} ${cases.join(' ')} end` : 'null::double';
}
