import { useEffect, useMemo, useState } from 'preact/hooks';
import { Link } from '../navigation/link.tsx';
import { NoField } from '../navigation/no-field.tsx';
import type { Navigation } from '../navigation/route.ts';
import { Busy, Failed, Notice } from '../parts/notice.tsx';
import { useRepeated } from '../parts/use-repeated.ts';
import { type FoundField, findField } from '../reading/read-field.ts';
import type { ConsoleApi } from '../session/console-api.ts';
import { dateOf } from '../text/dates.ts';
import { firstLayer } from './choosing.ts';
import { openSeason } from './open-season.ts';
import { reasonOf } from './part.ts';
import type { SeasonField } from './season.ts';
import { SeasonView } from './season-view.tsx';

interface SeasonPageProps {
  api: ConsoleApi;
  navigation: Navigation;
  fieldId: string;
  season: string;
  svcUserId?: string;
  /** See `Session`. */
  isHome: boolean;
}

const yearForm = /^(19|20)\d\d$/;

/** The page of a season: finds the field, then shows its season. */
export function SeasonPage({ api, navigation, fieldId, season, svcUserId, isHome }: SeasonPageProps) {
  const [found, setFound] = useState<FoundField>();
  const [reason, setReason] = useState<string>();
  const find = () => {
    setReason(undefined);
    findField(api, fieldId, svcUserId).then(setFound, (error) => setReason(reasonOf(error)));
  };
  useEffect(find, [api, fieldId, svcUserId]);
  const isAwaited = isHome && found?.step === 'missing';
  useRepeated(isAwaited, find);

  if (!yearForm.test(season)) {
    return (
      <Notice title="There is no such season" text={`A season is named by its year, such as 2024, not “${season}”.`}>
        <Link to={{ page: 'field', fieldId, ...(svcUserId && { svcUserId }) }} navigation={navigation}>
          Show the seasons of the field
        </Link>
      </Notice>
    );
  }
  if (reason !== undefined) return <Failed what="The field" reason={reason} retry={find} />;
  if (!found) return <Busy text="Looking for the field …" />;
  if (found.step === 'missing') return <NoField navigation={navigation} isAwaited={isAwaited} />;
  if (found.step === 'several') {
    return (
      <Notice title="Several users have a field of this name" text="Which one?">
        {found.users.map((user) => (
          <Link key={user} to={{ page: 'season', fieldId, season, svcUserId: user }} navigation={navigation}>
            {user}
          </Link>
        ))}
      </Notice>
    );
  }
  return <OpenSeason key={season} {...{ api, navigation, field: found.field, year: Number(season), isHome }} />;
}

interface OpenSeasonProps {
  api: ConsoleApi;
  navigation: Navigation;
  field: SeasonField;
  year: number;
  isHome: boolean;
}

function OpenSeason({ api, navigation, field, year, isHome }: OpenSeasonProps) {
  const season = useMemo(() => openSeason(api, field, year, dateOf(new Date().toISOString())), [api, field, year]);
  useEffect(() => {
    document.title = `${field.name}, ${year} · Furrow`;
  }, [field, year]);
  // Operations come first; scenes and samples are shown at the beginning only where there are none.
  const { operations, scenes, samples, chosen, events } = season;
  const isSettled = [operations, scenes, samples].every(({ state }) => state.value.step !== 'loading');
  const hasWork = operations.state.value.step === 'ready' && operations.value.value.length > 0;
  useEffect(() => {
    if (chosen.value === undefined && (isSettled || hasWork)) chosen.value = firstLayer(events.value);
  }, [isSettled, hasWork, chosen, events]);
  // The sample farm's operations and scenes arrive after its field.
  const hasNoWork = operations.state.value.step === 'ready' && operations.value.value.length === 0;
  const { isRegistered, isFresh } = season.watched.value ?? { isRegistered: true, isFresh: false };
  const hasNoScenes = (isFresh || !isRegistered) && scenes.value.value.length === 0;
  useRepeated(isHome && (hasNoWork || hasNoScenes), async () => {
    if (hasNoWork) {
      await season.work.load();
      void operations.load();
    }
    void scenes.load();
  });
  return <SeasonView season={season} navigation={navigation} />;
}
