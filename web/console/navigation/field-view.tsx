import { Busy, Failed, Notice } from '../parts/notice.tsx';
import { findField } from '../reading/read-field.ts';
import { type FieldOperation, readFieldOperations } from '../reading/read-operations.ts';
import { seasonOf } from '../season/season-of.ts';
import type { ConsoleApi } from '../session/console-api.ts';
import { Crumbs } from './crumbs.tsx';
import { Link } from './link.tsx';
import { NoField } from './no-field.tsx';
import type { Navigation } from './route.ts';
import { useLoaded } from './use-loaded.ts';

interface FieldViewProps {
  api: ConsoleApi;
  navigation: Navigation;
  fieldId: string;
  svcUserId?: string;
}

const kinds = { planted: 'planting', applied: 'application', harvested: 'harvest', tillage: 'tillage' } as const;

/** The seasons of a field: those with operations, and the current year. */
export function FieldView({ api, navigation, fieldId, svcUserId }: FieldViewProps) {
  const [page, reload] = useLoaded(async () => {
    const found = await findField(api, fieldId, svcUserId);
    return { found, work: found.step === 'found' ? await readFieldOperations(api, found.field) : [] };
  });
  if (page.step === 'loading') return <Busy text="Loading the seasons …" />;
  if (page.step === 'failed') return <Failed what="The field" reason={page.reason} retry={reload} />;
  const { found, work } = page.value;
  if (found.step === 'missing') return <NoField navigation={navigation} />;
  if (found.step === 'several') {
    return (
      <Notice title="Several users have a field with this id" text="Choose the user first.">
        <Link to={{ page: 'users' }} navigation={navigation}>
          Users
        </Link>
      </Notice>
    );
  }
  const { field } = found;
  const user = svcUserId === undefined ? {} : { svcUserId };
  return (
    <>
      <Crumbs svcUserId={field.svcUserId} navigation={navigation} />
      <h1 class="page-title">{field.name}</h1>
      <ul class="rows card">
        {seasonsOf(work, new Date().getUTCFullYear()).map(([year, text]) => (
          <li key={year}>
            <Link to={{ page: 'season', fieldId, season: String(year), ...user }} navigation={navigation}>
              {year}
            </Link>
            <span class="hint">{text}</span>
          </li>
        ))}
      </ul>
    </>
  );
}

/** Years, the latest first, each with the kinds of its work. */
function seasonsOf(work: readonly FieldOperation[], currentYear: number): [year: number, text: string][] {
  const seasons = new Map<number, Set<string>>([[currentYear, new Set()]]);
  for (const one of work) {
    const year = seasonOf(one, work);
    seasons.set(year, (seasons.get(year) ?? new Set()).add(kinds[one.type]));
  }
  return [...seasons]
    .map(([year, names]): [number, string] => [year, [...names].join(', ') || 'no field operations'])
    .toSorted(([one], [other]) => other - one);
}
