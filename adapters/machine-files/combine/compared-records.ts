import type { MachineFile } from '../../../domain/machine-files/machine-file.ts';
import type { OperationType } from '../../../domain/machine-files/operation-type.ts';
import { inLaterExport, leftOutMember } from '../../../domain/machine-files/points/left-out.ts';
import {
  conversionFrom,
  measuredColumnsOf,
  storedProducts,
} from '../../../domain/machine-files/points/point-columns.ts';
import type { PointPropertyName } from '../../../domain/machine-files/points/point-properties.ts';
import { converted } from '../../../sql/catalogue.ts';
import { identifier, text } from '../../duckdb/sql-text.ts';
import { productsFromJson } from '../standardise/products.ts';
import type { WorkDatabase } from '../work-database.ts';
import type { LoadedFile } from './load-points.ts';

/** The decimals of degrees to which places are known: what is written with more differs by the arithmetic of readers alone. */
const placeDecimals = 9;

/**
 * What tells a record of one kind of work from others, beside its number among those of its file that are alike: a clock of whole seconds and rounded
 * positions may give several records of one pass the same. A machine or a product that only one of two files names makes their records different.
 */
const identity = ['"at"', 'x', 'y', 'traits', 'nth'].join(', ');

/**
 * Compares the records of files with those of later exports. Files are read one after the other, the last export first, and each record is kept once, so
 * that the work grows with the number of rows. For each file there are the tables `own`, its records with their number `stored` in the object and whether
 * they have the mark of a later export (`isMarked`), and `taken`, those that count in the file with the index `source` instead.
 *
 * @param files in the order of export, the last one first.
 * @param visit is called with a query of the rows of a file, with their number in `file_row_number`.
 */
export async function compareRecords(
  files: readonly LoadedFile[],
  operationType: OperationType,
  visit: (index: number, rows: string) => Promise<void>,
  work: WorkDatabase,
): Promise<void> {
  await work.run('create table known ("at" timestamp, x double, y double, traits ubigint, nth bigint, source integer)');
  for (const [index, file] of files.entries()) {
    const rows = storedRows(file);
    await work.run(`create or replace table own as ${recordsSql(rows, operationType, file.file)}`);
    const isTimed = await hasSeconds(work);
    await work.run(
      `create or replace table taken as select stored, source from own join known using (${identity}) where ${isTimed}`,
    );
    await visit(index, rows);
    if (!isTimed) continue;
    await work.run(`insert into known select ${identity}, ${index} from own anti join taken using (stored)`);
  }
  await work.run('drop table known; drop table if exists own; drop table if exists taken');
}

/** The rows of a file in the lake with their number in the object, which may have the rows of others. */
function storedRows({ file, path }: LoadedFile): string {
  const holder = text(file.duplicateOf ?? file.id);
  return `select * from read_parquet(${text(path)}, file_row_number = true) where fileId = ${holder}`;
}

/** The records of a file that may count, with the values of which totals are made. Rows with another mark count nowhere. */
function recordsSql(rows: string, operationType: OperationType, { units = {} }: MachineFile): string {
  const shown = (['area', 'wetMass', 'dryMass', 'appliedRate', 'seedRate'] as const).map(
    (name) => `${shownValue(name, units[name])} as ${identifier(name)}`,
  );
  const named = operationType === 'applied' ? productSql() : operationType === 'tillage' ? 'tillType' : 'variety';
  const place = (column: string) => `round(${column}, ${placeDecimals})`;
  const mark = text(inLaterExport);
  return `select *, row_number() over (partition by "at", x, y, traits order by stored) as nth from (
    select file_row_number as stored, "timestamp"::timestamp as "at", ${place('lon')} as x, ${place('lat')} as y,
      hash(${named}, machinery, sectionId) as traits, ${leftOutMember} is not null as isMarked, ${shown.join(', ')}
    from (${rows}) where "timestamp" is not null and (${leftOutMember} is null or ${leftOutMember} = ${mark}))`;
}

/** The names of applied products. Where none is named the rate stands for it: two products may have been applied at once. */
function productSql(): string {
  const names = `list_transform(${productsFromJson(identifier(storedProducts.ofFile))}, lambda product: product.name)`;
  const rates = measuredColumnsOf('appliedRate').map(({ stored }) => identifier(stored));
  return `${names}, case when ${identifier(storedProducts.ofFile)} is null then [${rates.join(', ')}] end`;
}

/** A value in the unit of its file. */
function shownValue(name: PointPropertyName, unit: string | undefined): string {
  for (const column of measuredColumnsOf(name)) {
    const as = conversionFrom(column, unit);
    if (as) return converted(identifier(column.stored), as);
  }
  return 'null::double';
}

/** Whether the clock of a file goes by the second at least: days and minutes alone tell no record from another. */
async function hasSeconds(work: WorkDatabase): Promise<boolean> {
  const [found] = await work.rows<{ has: boolean }>(
    'select exists(select 1 from own where epoch_ms("at") % 60000 <> 0) as has',
  );
  return found?.has === true;
}
