import type { Season } from '../season/season.ts';

/** Why the season has no NDVI, and how it gets some; nothing where it has, or while that is not known. */
export function NoScenes({ season }: { season: Season }) {
  const { scenes, isWatched, field, range } = season;
  const found = scenes.value.value;
  if (scenes.state.value.step !== 'ready' || !field.boundary) return null;
  if (found.some(({ clear }) => (clear ?? 0) >= 50)) return null;
  const { from, to } = range.value;
  if (found.length > 0) {
    return (
      <p class="no-scenes">
        No NDVI: none of the {found.length} satellite {found.length === 1 ? 'scene' : 'scenes'} of this season shows at
        least half of the field without clouds.
      </p>
    );
  }
  return (
    <details class="no-scenes">
      <summary>
        {isWatched.value
          ? 'No NDVI: no satellite scene of this season has been fetched'
          : 'No NDVI: the field is not registered for satellite images'}
      </summary>
      <p>
        {isWatched.value
          ? 'The registration of the field begins after this season, the catalogue has no scene of it, or its search is under way or has failed. '
          : ''}
        Scenes of this season follow this request, as far as the catalogue of Sentinel-2 has any of so early a day;{' '}
        <code>geometry</code> is the boundary of the field.
      </p>
      <pre>
        {`POST /services/satellite/api/fields
{
  "externalId": "${field.id}-${season.year}",
  "startDate": "${from}",
  "endDate": "${to}",
  "geometry": …
}`}
      </pre>
      <p>
        <a href="../../../guides/satellite">Guide to satellite images</a>
      </p>
    </details>
  );
}
