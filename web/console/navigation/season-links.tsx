import { Fragment } from 'preact';
import { Link } from './link.tsx';
import type { Navigation } from './route.ts';

interface SeasonLinksProps {
  field: { id: string; svcUserId: string };
  years: readonly number[];
  navigation: Navigation;
}

/** Links to seasons of a field, as a list in a sentence. */
export function SeasonLinks({ field: { id: fieldId, svcUserId }, years, navigation }: SeasonLinksProps) {
  return years.map((year, index) => (
    <Fragment key={year}>
      {index > 0 && ', '}
      <Link to={{ page: 'season', fieldId, season: String(year), svcUserId }} navigation={navigation}>
        {year}
      </Link>
    </Fragment>
  ));
}
