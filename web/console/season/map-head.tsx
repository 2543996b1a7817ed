import type { Navigation } from '../navigation/route.ts';
import { SeasonLinks } from '../navigation/season-links.tsx';
import { Busy } from '../parts/notice.tsx';
import { shownEvents } from './choosing.ts';
import { LayerPicker } from './layer-picker.tsx';
import type { Season } from './season.ts';

/** What chooses the layers of the map, or a sentence on why there are none. */
export function MapHead({ season, navigation }: { season: Season; navigation: Navigation }) {
  const { operations, scenes, samples, events, seasons, field, year, chosen } = season;
  if (!field.boundary) {
    return (
      <div class="season-empty">
        <h2>The field has no boundary yet</h2>
        <p>Its map appears once a boundary is there: from a file, a provider or the API.</p>
      </div>
    );
  }
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
          Seasons with field operations: <SeasonLinks field={field} years={others} navigation={navigation} />
        </p>
      )}
    </div>
  );
}
