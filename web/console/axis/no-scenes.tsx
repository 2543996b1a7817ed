import { useState } from 'preact/hooks';
import type { Navigation } from '../navigation/route.ts';
import { SeasonLinks } from '../navigation/season-links.tsx';
import { useRepeated } from '../parts/use-repeated.ts';
import { fetchScenes } from '../reading/read-scenes.ts';
import { reasonOf } from '../season/part.ts';
import type { Season } from '../season/season.ts';

/** Why the season has no NDVI, where there is some, and a button that fetches it; nothing where it has, or while that is not known. */
export function NoScenes({ season, navigation }: { season: Season; navigation: Navigation }) {
  const { scenes, watched, field, year } = season;
  const found = scenes.value.value;
  const { years = [], isRegistered = false } = watched.value ?? {};
  if (scenes.state.value.step !== 'ready' || !field.boundary) return null;
  if (found.some(({ clear }) => (clear ?? 0) >= 50)) return null;
  if (found.length > 0) {
    return (
      <p class="no-scenes">
        No NDVI: none of the {found.length} satellite {found.length === 1 ? 'scene' : 'scenes'} of this season shows at
        least half of the field without clouds.
      </p>
    );
  }
  const others = years.filter((one) => one !== year).toSorted((one, other) => other - one);
  return (
    <div class="no-scenes">
      <p>
        {isRegistered
          ? 'No NDVI: no satellite scene of this season has been fetched.'
          : 'No NDVI: the field is not registered for satellite images.'}
        {others.length > 0 && ' There is NDVI of '}
        <SeasonLinks field={field} years={others} navigation={navigation} />
        {others.length > 0 && '.'}
      </p>
      <FetchScenes season={season} />
    </div>
  );
}

/** Has the scenes of the season fetched, and looks for them until they are there. */
function FetchScenes({ season }: { season: Season }) {
  const { api, field, year, range, scenes } = season;
  const [state, setState] = useState<'idle' | 'asking' | 'asked' | { reason: string }>('idle');
  const areOver = useRepeated(state === 'asked', () => void scenes.load());
  const ask = () => {
    setState('asking');
    fetchScenes(api, field, year, range.value).then(
      () => setState('asked'),
      (error: unknown) => setState({ reason: reasonOf(error) }),
    );
  };
  if (state === 'asked') {
    return (
      <p role="status">
        {areOver ? (
          'No scene has come yet: the catalogue of Sentinel-2 may have none of so early a season.'
        ) : (
          <>
            <span class="spinner" aria-hidden="true" /> The scenes are being fetched; they appear here.
          </>
        )}
      </p>
    );
  }
  return (
    <>
      <button type="button" class="button quiet" disabled={state === 'asking'} onClick={ask}>
        Fetch NDVI of {year}
      </button>
      {typeof state === 'object' && (
        <p class="alert" role="alert">
          The scenes could not be fetched. {state.reason}
        </p>
      )}
    </>
  );
}
