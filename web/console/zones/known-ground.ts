import type { MapShape } from '../../map/overlay.tsx';
import { shownValue } from '../numbers/shown-number.ts';
import type { SamplePoint, SavedZone, Season } from '../season/season.ts';

/** A zone of soil sampling, whose samples were mixed into one. */
export type SoilZone = MapShape;

/** Values that a title has room for. */
const maxValues = 3;

/**
 * The areas that soil samples of a season stand for, each once, with some of their values. Samples of one spot have none.
 *
 * @example soilZones(season.samples.value.value)[0]?.title // 'Soil zone 1: P 12 ppm, pH 6.4'
 */
export function soilZones(samples: readonly SamplePoint[]): SoilZone[] {
  const found = new Map<string, { ground: MapShape['ground']; values: string[] }>();
  for (const { location, values } of samples) {
    if (location.type === 'Point') continue;
    const id = JSON.stringify(location.coordinates);
    const known = found.get(id) ?? { ground: location, values: [] };
    found.set(id, known);
    for (const { analyte, value, unit, qualifier } of values) {
      known.values.push(`${analyte} ${qualifier ?? ''}${shownValue(value, unit ?? undefined)}`);
    }
  }
  return [...found].map(([id, { ground, values }], index) => {
    const shown = [...new Set(values)].slice(0, maxValues).join(', ');
    return { id: `soil ${id}`, title: `Soil zone ${index + 1}${shown && `: ${shown}`}`, ground };
  });
}

/** Ground that can be clicked on the map besides the boundary: zones that were saved, and zones of soil sampling. */
export function knownGround({ saved, samples }: Pick<Season, 'saved' | 'samples'>): MapShape[] {
  const zones = saved.value.value.map(({ id, name, geometry }: SavedZone) => ({
    id: `zone ${id}`,
    title: `Zone ${name}`,
    ground: geometry,
  }));
  return [...zones, ...soilZones(samples.value.value)];
}
