import type { LayerChoice, SeasonEvent } from '../season/layer-choice.ts';
import type { SeasonField } from '../season/season.ts';
import type { DatedOperation } from '../season/season-of.ts';
import type { ConsoleApi } from '../session/console-api.ts';
import { dateOf } from '../text/dates.ts';
import { byInterest, propertyTitle } from '../text/properties.ts';
import { shownUnit } from '../text/shown-unit.ts';
import type { WorkSummary } from '../work/work-record.ts';
import { allPages } from './all-pages.ts';

/** The provider of uploads, and of what the service itself made. */
const ownProvider = 'Svc';

const operations = '/services/operations/api/operations';

/** A field operation, as the API lists it. */
export interface FieldOperation extends DatedOperation {
  id: string;
  endTime?: string;
  providers: string[];
  /** For people: where it came from, if another provider has work of the same kind and time. */
  source?: string;
}

export interface OperationEvent extends SeasonEvent {
  /** Names of the API, such as `soybeans`. */
  crops: string[];
  /** Absent if it could not be read. */
  summary?: WorkSummary;
}

interface PropertyLayer {
  property: string;
  unit?: string;
}

const kinds = { applied: 'Application', planted: 'Planting', harvested: 'Harvest', tillage: 'Tillage' } as const;

/** All operations of a field that have a time, the oldest first. @throws ApiProblem */
export async function readFieldOperations(api: ConsoleApi, { id, svcUserId }: SeasonField): Promise<FieldOperation[]> {
  const query = `fieldId=${encodeURIComponent(id)}&svcUserId=${encodeURIComponent(svcUserId)}`;
  const listed = await allPages<Partial<FieldOperation>>(api, `${operations}?${query}`);
  const dated = listed
    .filter((one): one is FieldOperation => one.startTime !== undefined)
    .toSorted((one, other) => (one.startTime < other.startTime ? -1 : 1));
  const isAlike = (one: FieldOperation, other: FieldOperation) =>
    one.id !== other.id && one.type === other.type && one.startTime === other.startTime;
  return dated.map((one) => (dated.some((other) => isAlike(one, other)) ? { ...one, source: sourceOf(one) } : one));
}

const sourceOf = ({ providers }: FieldOperation): string =>
  providers.map((provider) => (provider === ownProvider ? 'upload' : provider)).join(', ');

/** An operation with its layers, and the crop in its title. @throws ApiProblem */
export async function readOperationEvent(
  api: ConsoleApi,
  { id, type, startTime, endTime, source }: FieldOperation,
): Promise<OperationEvent> {
  const path = `${operations}/${id}`;
  const [layers, summary] = await Promise.all([
    api.get<PropertyLayer[]>(`${path}/pointLayers`),
    // A title without a crop is one as well.
    api.get<{ properties: WorkSummary }>(`${path}/summary`).then(
      ({ properties }) => properties,
      () => undefined,
    ),
  ]);
  const units = layers.flatMap(({ unit }) => unit ?? []);
  const crops = summary?.crop ?? [];
  const work = crops.length > 0 ? `${kinds[type]}, ${crops.join(', ')}` : kinds[type];
  const title = source === undefined ? work : `${work} (${source})`;
  return {
    kind: 'operation',
    id,
    title,
    start: startTime,
    ...(endTime !== undefined && { end: endTime }),
    layers: byInterest(layers).map(({ property, unit }) =>
      layerOf(id, { property, ...(unit && { unit: shownUnit(unit, units) }) }, dateOf(startTime)),
    ),
    crops,
    ...(summary && { summary }),
  };
}

function layerOf(operationId: string, { property, unit }: PropertyLayer, date: string): LayerChoice {
  return {
    id: `${operationId} ${property}`,
    source: { kind: 'operation', operationId, property },
    title: propertyTitle(property),
    ...(unit !== undefined && { unit }),
    date,
  };
}
