import { groundExtent } from '../../map/shapes.ts';
import { figuresOf } from '../numbers/figures.ts';
import { runSql } from '../numbers/run-sql.ts';
import { shownValue } from '../numbers/shown-number.ts';
import { sqlOf } from '../numbers/work.ts';
import type { OperationEvent } from '../reading/read-operations.ts';
import { eventOf } from '../season/choosing.ts';
import type { LayerChoice, SeasonEvent } from '../season/layer-choice.ts';
import type { Season } from '../season/season.ts';
import { localSpan, zoneOf } from '../text/local-time.ts';
import { machineText, type WorkFact } from './work-record.ts';

const isHarvest = ({ title }: SeasonEvent) => title.startsWith('Harvest');

/** The harvest that the map shows, or else the last one of the season. */
export function shownHarvest(
  events: readonly SeasonEvent[],
  chosen: LayerChoice | undefined,
  operations: readonly OperationEvent[],
): OperationEvent | undefined {
  const shown = eventOf(events, chosen);
  return operations.find((one) => one.id === shown?.id && isHarvest(one)) ?? operations.findLast(isHarvest);
}

const isOnCard = (id: string) => /^(workedArea|harvestMoisture|varieties|(dry|wet)(Mass|Volume)(PerArea)?)$/.test(id);

/**
 * What a harvest was: the numbers of the points that the map shows, moisture weighted by their ground, then variety, machine and times by the clocks
 * of the place.
 *
 * @throws ApiProblem
 */
export async function readHarvest(
  { api, works, field }: Pick<Season, 'api' | 'works' | 'field'>,
  { id, title, start, end, summary }: OperationEvent,
  { property, showHidden }: { property: string | undefined; showHidden: boolean },
  signal?: AbortSignal,
): Promise<WorkFact[]> {
  const { work, units } = await works.read({ operationId: id, title }, showHidden);
  const figures = figuresOf(units, property).filter((figure) => isOnCard(figure.id));
  const columns = figures.map(({ id: name, sql }) => ({ name, sql }));
  const [[row = {}], when] = await Promise.all([
    runSql(api, sqlOf(work, { columns }), signal),
    timesOf(field.boundary, start, end),
  ]);
  const numbers = figures
    .toSorted((one, other) => placeOf(one.id) - placeOf(other.id))
    .flatMap(({ id: name, title: what, unit }): WorkFact[] => {
      const value = row[name];
      if (value === null || value === undefined || value === '' || typeof value === 'boolean') return [];
      return [{ title: what, text: shownValue(value, unit) }];
    });
  const { machinery = [] } = summary ?? {};
  return [
    ...numbers,
    ...(machinery.length > 0 ? [{ title: 'Machine', text: machinery.map(machineText).join(', ') }] : []),
    { title: 'When', text: when },
  ];
}

/** Yield and total come before the rest. */
const placeOf = (id: string) =>
  id.endsWith('PerArea') ? 0 : /^(dry|wet)/.test(id) ? 1 : id === 'harvestMoisture' ? 2 : 3;

async function timesOf(boundary: Season['field']['boundary'], start: string, end: string | undefined): Promise<string> {
  const extent = boundary && groundExtent(boundary);
  if (!extent) return localSpan(start, end, 'UTC');
  const place = [(extent.xmin + extent.xmax) / 2, (extent.ymin + extent.ymax) / 2] as const;
  // Without the table of time zones the times are still true.
  return localSpan(start, end, await zoneOf(place).catch(() => 'UTC'));
}
