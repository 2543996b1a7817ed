import type { Settings } from '../../../domain/configuration/configuration.ts';
import type { MachineFile } from '../../../domain/machine-files/machine-file.ts';
import type { OperationType } from '../../../domain/machine-files/operation-type.ts';
import { type PointPropertyName, propertiesOf } from '../../../domain/machine-files/point-properties.ts';
import { presentedUnits } from '../../../domain/machine-files/presented-units.ts';
import { parseUnit } from '../../../domain/machine-files/units.ts';
import { identifier, text } from '../../sql-text.ts';
import type { Product, RawSet } from '../raw-set.ts';
import { productsType } from '../standardise/products.ts';
import { columnTypes } from '../standardise/source-values.ts';
import type { PointUnits } from '../standardise/standard-points.ts';
import type { WorkDatabase } from '../work-database.ts';

/** The points of a file on the local disk, and its record. */
export interface LoadedFile {
  file: MachineFile;
  path: string;
}

/**
 * Makes the table `presented` of the points of several files, in the order of their times: all of them, or those in some fields. Values come
 * in the units of the first file that has them, and `source` says which file a point is of.
 */
export async function loadPoints(
  files: LoadedFile[],
  operationType: OperationType,
  { unitMeasurement }: Pick<Settings, 'unitMeasurement'>,
  within: readonly string[] | undefined,
  work: WorkDatabase,
): Promise<{ raw: RawSet; units: PointUnits }> {
  const known: PointUnits = Object.assign({}, ...files.toReversed().map(({ file }) => file.units));
  const units = presentedUnits(operationType, unitMeasurement, known);
  const inField = within ? ` where list_has_any(fieldIds, [${within.map(text).join(', ')}]::varchar[])` : '';
  const parts = files.map(
    ({ path, file }, source) =>
      `select ${source} as source, ${columnsOf(operationType, file.units ?? {}, units)} from read_parquet(${text(path)})${inField}`,
  );
  await work.run(`create table presented as select (row_number() over () - 1)::bigint as "row", *, null::varchar as dropped
    from (select * from (${parts.join(' union all ')}) order by "timestamp")`);
  return { raw: rawSetOf(files, operationType), units };
}

function columnsOf(operationType: OperationType, from: PointUnits, to: PointUnits): string {
  const properties = propertiesOf(operationType).map(([name, { type }]) => {
    const column = identifier(name);
    return to[name]
      ? `${column} * ${factorBetween(name, from, to)} as ${column}`
      : `${column}::${columnTypes[type]} as ${column}`;
  });
  return ['lon', 'lat', '"timestamp"', ...properties, `products::json::${productsType} as products`].join(', ');
}

/** Null for values that cannot be compared, such as litres with kilograms. */
function factorBetween(name: PointPropertyName, from: PointUnits, to: PointUnits): number | 'null::double' {
  const [source, target] = [parseUnit(from[name] ?? to[name] ?? ''), parseUnit(to[name] ?? '')];
  return source && source.dimension === target?.dimension ? source.factor / target.factor : 'null::double';
}

/** What the summaries of the files say of their sources, where they do not contradict each other. */
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
