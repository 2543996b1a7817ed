import { columnOf, type Figure, figuresOf, productNames, times } from '../numbers/figures.ts';
import type { NumberCell } from '../numbers/number-row.ts';
import type { OperationWork } from '../numbers/read-work.ts';
import { type Row, runSql } from '../numbers/run-sql.ts';
import { shownNumber } from '../numbers/shown-number.ts';
import { sqlOf, type Work } from '../numbers/work.ts';
import type { FieldOperation } from '../reading/read-operations.ts';
import type { Season } from '../season/season.ts';
import { unitText } from '../text/properties.ts';
import { type Comparison, harvestsOf } from './comparisons.ts';
import { type Grouping, groupedSql, rateStep } from './grouped.ts';

/** Yields side by side. */
export interface Compared {
  /** What the rows are, such as `Season`. */
  heading: string;
  figures: Figure[];
  /** The figure that is plotted: the mean yield. */
  plotted: string;
  rows: { name: string; cells: Record<string, NumberCell> }[];
}

type Compares = Pick<Season, 'api' | 'field' | 'year' | 'work' | 'works'> & {
  property: string | undefined;
  showHidden: boolean;
};

/** Yields by season, variety, product or rate. @throws ApiProblem */
export async function readComparison(comparison: Comparison, of: Compares, signal?: AbortSignal): Promise<Compared> {
  const harvests = harvestsOf(of.work.value.value);
  const [years, cleanup] = [
    comparison.kind === 'seasons' ? [...harvests.keys()] : [of.year],
    of.showHidden ? undefined : await of.works.cleanup(),
  ];
  const works = await Promise.all(years.map((year) => workOf(harvests.get(year) ?? [], of, cleanup)));
  const units = works.at(-1)?.units ?? {};
  const figures = figuresOf(units, of.property).filter(({ id }) => isCompared(id));
  const plotted = figures.find(({ id }) => id.endsWith('PerArea'))?.id ?? '';
  const shared = { figures, plotted };
  if (comparison.kind === 'seasons') {
    const rows = await Promise.all(works.map(({ work }, at) => seasonRow(`${years[at]}`, work, figures, of, signal)));
    return { heading: 'Season', ...shared, rows };
  }
  const harvest = works[0]?.work;
  if (!harvest) return { heading: comparison.title, ...shared, rows: [] };
  const { grouping, heading, isRate } = await groupingOf(comparison, of, cleanup, signal);
  const columns = figures.map(({ id: name, sql }) => ({ name, sql }));
  const found = await runSql(of.api, groupedSql(harvest, grouping, columns), signal);
  const sorted = isRate ? found.toSorted((one, other) => Number(one.name) - Number(other.name)) : found;
  const rows = sorted.map((row) => {
    const key = String(row.name);
    return {
      name: isRate ? shownNumber(Number(key)) : key,
      cells: cellsOf(row, figures, ({ name, sql }) => groupedSql(harvest, grouping, [{ name, sql }], key)),
    };
  });
  return { heading, ...shared, rows };
}

const isCompared = (id: string) => /^(points|workedArea|harvestMoisture|(dry|wet)(Mass|Volume)(PerArea)?)$/.test(id);

interface HarvestWork {
  work: Work;
  units: OperationWork['units'];
}

/** All harvests of a season as one. */
async function workOf(
  operations: readonly FieldOperation[],
  { works, field }: Compares,
  cleanup: Work['cleanup'],
): Promise<HarvestWork> {
  const read = await Promise.all(operations.map(({ id }) => works.operation(id)));
  const fileIds = read.flatMap((one) => one.fileIds);
  const isOfProviders = new Set(read.flatMap(({ providers }) => providers)).size > 1;
  const work = { fieldId: field.id, operationType: 'harvested', fileIds, isOfProviders, ...(cleanup && { cleanup }) };
  return { work, units: Object.assign({}, ...read.map(({ units }) => units)) };
}

async function seasonRow(name: string, work: Work, figures: Figure[], { api }: Compares, signal?: AbortSignal) {
  const columns = figures.map(({ id, sql }) => ({ name: id, sql }));
  const [row = {}] = await runSql(api, sqlOf(work, { columns }), signal);
  return { name, cells: cellsOf(row, figures, (column) => sqlOf(work, { columns: [column] })) };
}

function cellsOf(row: Row, figures: readonly Figure[], sqlFor: (column: { name: string; sql: string }) => string) {
  return Object.fromEntries(
    figures.map(({ id, sql }): [string, NumberCell] => {
      const value = row[id] ?? null;
      return [
        id,
        {
          value: typeof value === 'boolean' ? null : value,
          question: { kind: 'sql', sql: sqlFor({ name: id, sql }), column: id },
        },
      ];
    }),
  );
}

/** Widths of cells in which work is joined, in metres. */
const minCell = 10;
const maxCell = 60;

async function groupingOf(
  comparison: Exclude<Comparison, { kind: 'seasons' }>,
  { api, field, works }: Compares,
  cleanup: Work['cleanup'],
  signal?: AbortSignal,
): Promise<{ grouping: Grouping; heading: string; isRate: boolean }> {
  if (comparison.kind === 'variety') {
    return { grouping: { kind: 'own', expression: 'variety' }, heading: 'Variety', isRate: false };
  }
  const { operationType, fileIds, units } = await works.operation(comparison.operationId);
  const work: Work = { fieldId: field.id, operationType, fileIds, ...(cleanup && { cleanup }) };
  const property = operationType === 'planted' ? 'seedRate' : 'appliedRate';
  const unit = units[property] ?? '';
  const column = columnOf(property, unit);
  const rate = column ? times(column.name, column.unit, unit) : 'NULL';
  const sizes = [
    { name: 'wide', sql: 'APPROX_QUANTILES(equipmentWidth, 2)[SAFE_OFFSET(1)]' },
    { name: 'latitude', sql: 'AVG(latitude)' },
    { name: 'low', sql: `APPROX_QUANTILES(${rate}, 20)[SAFE_OFFSET(1)]` },
    { name: 'high', sql: `APPROX_QUANTILES(${rate}, 20)[SAFE_OFFSET(19)]` },
  ];
  const [size] = await runSql(api, sqlOf(work, { columns: sizes.slice(0, column ? 4 : 2) }), signal);
  const cell = {
    cellMetres: Math.min(maxCell, Math.max(minCell, Math.ceil(Number(size?.wide ?? 0)))),
    latitude: Number(Number(size?.latitude ?? 0).toFixed(2)),
  };
  const joined = (expression: string): Grouping => ({ kind: 'joined', work, expression, ...cell });
  if (comparison.kind === 'planted') {
    return { grouping: joined(mostFrequent('variety')), heading: 'Planted variety', isRate: false };
  }
  if (comparison.kind === 'product') {
    return { grouping: joined(mostFrequent(productNames)), heading: 'Product', isRate: false };
  }
  const step = rateStep(Number(size?.low ?? 0), Number(size?.high ?? 0));
  const mean = column ? times(`AVG(${column.name})`, column.unit, unit) : 'NULL';
  return {
    grouping: joined(`CAST(ROUND(${mean} / ${step}) * ${step} AS STRING)`),
    heading: `Rate, ${unitText(unit)}, ±${shownNumber(step / 2)}`,
    isRate: true,
  };
}

/** In a cell counts what most of its points have. */
const mostFrequent = (text: string) => `APPROX_TOP_COUNT(${text}, 1)[SAFE_OFFSET(0)].value`;
