import type { Zone } from '../../zones/zone.ts';
import { boundsOfSamples } from '../outputs/bounds.ts';
import type { SoilGeometry } from '../soil-reading.ts';
import type { FieldSoil } from './field-soil-schema.ts';
import { type FieldSample, grouped, latestBy, type MeasuredValue, measuredValues } from './measured-values.ts';

/** Decimals of a degree by which places are told apart: a metre. */
const placeDecimals = 5;

export interface FieldSoilOrder {
  fieldId: string;
  svcUserId: string;
  /** The samples on the field. */
  samples: readonly FieldSample[];
  zones: readonly Pick<Zone, 'id' | 'name'>[];
  /** The ids of the zones around a place. */
  zonesOf(location: SoilGeometry): readonly string[];
}

/** What samples say of a field: the latest values of each place, all values day by day, and means of zones. */
export function fieldSoil({ fieldId, svcUserId, samples, zones, zonesOf }: FieldSoilOrder): FieldSoil {
  const values = measuredValues(samples);
  const latest = latestBy(values, (value) =>
    key(placeOf(value.location), value.depth, value.analyte, value.unit, value.method),
  );
  const points = grouped(latest, ({ location, depth }) => key(placeOf(location), depth)).map((own) => ({
    location: own[0]?.location,
    depth: own[0]?.depth ?? null,
    values: own.map(({ location: _, depth: __, ...value }) => value),
  }));
  const history = summaries(values, ({ date }) => key(date)).map(({ first, figures }) => ({
    date: first.date,
    ...kindOf(first),
    ...figures,
  }));
  const around = new Map(latest.map((value) => [value, zonesOf(value.location)]));
  const ofZones = zones.flatMap(({ id: zoneId, name }) => {
    const own = latest.filter((value) => around.get(value)?.includes(zoneId));
    const shown = summaries(own, () => '').map(({ first, figures }) => ({ ...kindOf(first), ...figures }));
    return shown.length > 0 ? [{ zoneId, name, values: shown }] : [];
  });
  return {
    fieldId,
    svcUserId,
    points,
    history: history.toSorted((a, b) => compare(a.date ?? '', b.date ?? '')),
    zones: ofZones,
  };
}

const key = (...parts: (string | null)[]): string => JSON.stringify(parts);
const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

function kindOf({ analyte, unit, method, depth }: MeasuredValue) {
  return { analyte, unit, method, depth };
}

/** The values of each analyte, method and depth, and of each further group. */
function summaries(values: readonly MeasuredValue[], groupOf: (value: MeasuredValue) => string) {
  const groups = grouped(values, (value) => key(groupOf(value), value.analyte, value.unit, value.method, value.depth));
  return groups.flatMap((group) => {
    const [first] = group;
    if (!first) return [];
    const numbers = group.map(({ value }) => value);
    const figures = {
      count: numbers.length,
      mean: Number((numbers.reduce((sum, value) => sum + value, 0) / numbers.length).toPrecision(9)),
      min: numbers.reduce((least, value) => Math.min(least, value)),
      max: numbers.reduce((most, value) => Math.max(most, value)),
      beyondLimit: group.filter(({ qualifier }) => qualifier !== null).length,
    };
    return [{ first, figures }];
  });
}

/** A place as text: a position, or the bounds of an area. */
function placeOf(geometry: SoilGeometry): string {
  const bounds = boundsOfSamples([{ geometry }]) ?? [];
  return bounds.map((degrees) => degrees.toFixed(placeDecimals)).join(' ');
}
