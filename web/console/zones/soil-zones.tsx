import { useComputed } from '@preact/signals';
import type { Season } from '../season/season.ts';
import { soilZones } from './known-ground.ts';

/** The zones of soil sampling, each of which can become the zone: what the map offers to a click, for keys and screen readers. */
export function SoilZones({ season }: { season: Season }) {
  const zones = useComputed(() => soilZones(season.samples.value.value)).value;
  if (zones.length === 0) return null;
  return (
    <details class="soil-zones">
      <summary>Zones of soil sampling</summary>
      <ul>
        {zones.map(({ id, title, ground }) => (
          <li key={id}>
            <button
              type="button"
              class="button plain"
              aria-pressed={season.zone.value === ground}
              onClick={() => {
                season.zone.value = ground;
              }}
            >
              {title}
            </button>
          </li>
        ))}
      </ul>
    </details>
  );
}
