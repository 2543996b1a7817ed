import type { Settings } from '../../../domain/configuration/configuration.ts';
import { productUnitsOf } from '../../../domain/machine-files/flat-summary.ts';
import type { MachineFile } from '../../../domain/machine-files/machine-file.ts';
import type { OperationType } from '../../../domain/machine-files/operation-type.ts';
import { inLaterExport, leftOutMember } from '../../../domain/machine-files/points/left-out.ts';
import { conversionFrom, measuredColumnsOf } from '../../../domain/machine-files/points/point-columns.ts';
import { propertiesOf } from '../../../domain/machine-files/points/point-properties.ts';
import { presentedUnits, productUnit } from '../../../domain/machine-files/points/presented-units.ts';
import { inOrderOfExport, mayShareRecords } from '../../../domain/machine-files/records/shared-records.ts';
import { converted } from '../../../sql/catalogue.ts';
import { identifier, text } from '../../duckdb/sql-text.ts';
import type { Product, RawSet } from '../raw-set.ts';
import { convertedProducts } from '../standardise/products.ts';
import { columnTypes } from '../standardise/source-values.ts';
import type { PointUnits } from '../standardise/standard-points.ts';
import type { WorkDatabase } from '../work-database.ts';
import { compareRecords } from './compared-records.ts';

/** A file with its points on the local disk, among which may be those of others. */
export interface LoadedFile {
  file: MachineFile;
  path: string;
}

/**
 * Creates the table `presented` of the points of several files, ordered by time: all of them, or those in some fields.
 * Values are in the units of the first file that has them, and `source` is the index of a point's file.
 *
 * @param settings also the units to show, if they are known already, and whether the order is that of the sources.
 * @example const { raw, units } = await loadPoints(files, operationType, settings, within, work);
 */
export async function loadPoints(
  files: LoadedFile[],
  operationType: OperationType,
  { unitMeasurement, shown, bySource, counting }: LoadingOptions,
  within: readonly string[] | undefined,
  work: WorkDatabase,
): Promise<{ raw: RawSet; units: PointUnits }> {
  const known: PointUnits = Object.assign({}, ...files.toReversed().map(({ file }) => file.units));
  // Output names only existing properties, while the lake has a column for every one.
  const units = { ...presentedUnits(operationType, unitMeasurement, known), ...shown };
  const inField = within ? ` where list_has_any(fieldIds, [${within.map(text).join(', ')}]::varchar[])` : '';
  const isCompared = counting === 'amongThem' && files.length > 1;
  if (isCompared) await findRepeated(files, operationType, work);
  const parts: string[] = [];
  for (const [source, { path, file }] of files.entries()) {
    const holder = file.duplicateOf ?? file.id;
    const from = `from read_parquet(${text(path)}${isCompared ? ', file_row_number = true' : ''})`;
    const once = isCompared ? ` and file_row_number not in (select stored from repeated where source = ${source})` : '';
    const rows = `select * ${from} where fileId = ${text(holder)}${once}`;
    const products = productsOf(file, units, unitMeasurement);
    // The outputs of a file do not mention the records that count in others.
    const mark =
      counting === 'once' ? leftOutMember : `nullif(${leftOutMember}, ${text(inLaterExport)}) as ${leftOutMember}`;
    const columns = `${columnsOf(operationType, units)}, ${mark}, ${products} as products`;
    parts.push(`select ${source} as source, sourceRow, ${columns} from (${rows})${inField}`);
  }
  const order = bySource ? 'source, sourceRow, "timestamp"' : '"timestamp", source, sourceRow';
  await work.run(`create table presented as select (row_number() over () - 1)::bigint as "row", *, null::varchar as dropped
    from (select * exclude (sourceRow) from (${parts.join(' union all ')}) order by ${order})`);
  return { raw: rawSetOf(files, operationType), units };
}

type LoadingOptions = Pick<Settings, 'unitMeasurement'> & {
  shown?: PointUnits;
  bySource?: boolean;
  /**
   * `once`: records that count in a later export have their mark, also where that is none of the files; `amongThem`: those that another one of the files
   * has as well are left out. By default all records are there, without a mark.
   */
  counting?: 'once' | 'amongThem';
};

/** Creates the table `repeated` of the records that a later one of the files has as well. */
async function findRepeated(files: LoadedFile[], operationType: OperationType, work: WorkDatabase): Promise<void> {
  await work.run('create table repeated (source integer, stored bigint)');
  const indexed = files.map((one, source) => ({ ...one, source }));
  const mayShare = indexed.filter(({ file }) => files.some((other) => mayShareRecords(file, other.file)));
  const byExport = mayShare.sort((a, b) => inOrderOfExport(b.file, a.file));
  const note = (index: number) => work.run(`insert into repeated select ${byExport[index]?.source}, stored from taken`);
  await compareRecords(byExport, operationType, note, work);
}

/** Null for values that cannot be converted, such as litres to kilograms. */
function columnsOf(operationType: OperationType, units: PointUnits): string {
  const properties = propertiesOf(operationType).map(([name, { type }]) => {
    const measured = measuredColumnsOf(name).flatMap((column) => {
      const as = conversionFrom(column, units[name]);
      return as ? [converted(identifier(column.stored), as)] : [];
    });
    const value = units[name] === undefined ? `${identifier(name)}::${columnTypes[type]}` : measured[0];
    return `${value ?? 'null::double'} as ${identifier(name)}`;
  });
  return ['lon', 'lat', '"timestamp"', ...properties].join(', ');
}

/**
 * The products of a file's points: the rate of a single product in the unit of the rates, those of a mix in their own
 * units.
 */
function productsOf({ summary, units: own = {} }: MachineFile, units: PointUnits, measurement: Measurement): string {
  const known = [...new Set([...productUnitsOf(summary), ...(own.appliedRate ? [own.appliedRate] : [])])];
  const target = (unit: string) =>
    unit === own.appliedRate && units.appliedRate ? units.appliedRate : productUnit(unit, measurement);
  return convertedProducts('products', new Map(known.map((unit) => [unit, target(unit)])));
}

type Measurement = Settings['unitMeasurement'];

/** The properties of the sources that all summaries agree on. */
function rawSetOf(files: LoadedFile[], operationType: OperationType): RawSet {
  const summaries = files.flatMap(({ file }) => (file.summary ? [file.summary.properties] : []));
  const common = (values: unknown[]) => {
    const [value, other] = [...new Set(values)];
    return other === undefined && typeof value === 'string' ? value : undefined;
  };
  const original = (name: string) =>
    common(summaries.map(({ originalOperationData }) => (originalOperationData as Record<string, string>)?.[name]));
  const [grower, farm, field] = ['Grower', 'Farm', 'Field'].map((name) => original(`originalOperation${name}`));
  const originalOperationType = common(summaries.map((summary) => summary.originalOperationType));
  const operators = [...new Set(files.flatMap(({ file }) => file.operators ?? []))];
  const machinery = summaries.flatMap((summary) => summary.machinery ?? []);
  const product = productOf(summaries);
  return {
    operationType,
    ...(originalOperationType !== undefined && { originalOperationType }),
    hasSources: true,
    columns: [],
    values: [],
    ...(product && { product }),
    machinery: [...new Map(machinery.map((machine) => [JSON.stringify(machine), machine])).values()],
    ...(operators.length > 0 && { operators }),
    origin: { ...(grower && { grower }), ...(farm && { farm }), ...(field && { field }) },
    notes: [],
    problems: [],
  };
}

type SummaryProperties = NonNullable<MachineFile['summary']>['properties'];

function productOf(summaries: SummaryProperties[]): Product | undefined {
  const entries = summaries.flatMap(({ products = [] }) => products);
  if (entries.length === 0) return undefined;
  const byName = new Map(entries.map((entry) => [entry.name, entry]));
  return {
    name: entries[0]?.name ?? '',
    tankMix: summaries.some(({ tankMix }) => tankMix === true),
    parts: [...byName.values()].map(({ name, type, rate }) => ({
      name,
      carrier: type === 'Carrier',
      ...(rate && { rate }),
    })),
  };
}
