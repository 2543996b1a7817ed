import { Link } from '../navigation/link.tsx';
import type { Navigation } from '../navigation/route.ts';
import type { Season } from './season.ts';

/** Links to the seasons of the field that have operations, and to the shown one. */
export function SeasonSwitch({ season, navigation }: { season: Season; navigation: Navigation }) {
  const route = navigation.route.value;
  const user = route.page === 'season' && route.svcUserId !== undefined ? { svcUserId: route.svcUserId } : {};
  return (
    <nav class="season-switch" aria-label="Seasons">
      {season.seasons.value.map((year) => (
        <Link
          key={year}
          to={{ page: 'season', fieldId: season.field.id, season: String(year), ...user }}
          navigation={navigation}
          isCurrent={year === season.year}
        >
          {year}
        </Link>
      ))}
    </nav>
  );
}
