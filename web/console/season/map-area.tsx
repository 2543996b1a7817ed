import { Link } from '../navigation/link.tsx';
import type { Navigation } from '../navigation/route.ts';
import { Busy } from '../parts/notice.tsx';
import { shownEvents } from './choosing.ts';
import { LayerPicker } from './layer-picker.tsx';
import type { Season } from './season.ts';

/** The map with what chooses its layers, or a sentence on why there is nothing to show. */
export function MapArea({ season, navigation }: { season: Season; navigation: Navigation }) {
  const { operations, scenes, samples, events, seasons, field, year, chosen } = season;
  if (chosen.value) return <LayerPicker season={season} />;
  const parts = [operations, scenes, samples].map(({ state }) => state.value.step);
  if (parts.includes('loading') || shownEvents(events.value).length > 0) return <Busy text="Loading the season …" />;
  const others = seasons.value.filter((one) => one !== year);
  return (
    <div class="season-empty">
      <h2>{parts.includes('failed') ? 'Nothing to show' : `Nothing was recorded in ${year}`}</h2>
      <p>
        {parts.includes('failed')
          ? 'Of this season, nothing that could be loaded has a map.'
          : 'The season has no field operations, clear satellite scenes or soil samples.'}
      </p>
      {others.length > 0 && (
        <p>
          Seasons with field operations:{' '}
          {others.map((one) => (
            <Link
              key={one}
              to={{ page: 'season', fieldId: field.id, season: String(one), svcUserId: field.svcUserId }}
              navigation={navigation}
            >
              {one}
            </Link>
          ))}
        </p>
      )}
    </div>
  );
}
