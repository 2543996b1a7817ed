import { ApiProblem } from '../../api/client.ts';
import { Busy, Failed, Notice } from '../parts/notice.tsx';
import { allPages } from '../reading/all-pages.ts';
import { readSettings, unitsOf } from '../reading/read-settings.ts';
import type { ConsoleApi } from '../session/console-api.ts';
import { areaText } from '../text/areas.ts';
import { Crumbs } from './crumbs.tsx';
import { Link } from './link.tsx';
import type { Navigation } from './route.ts';
import { useLoaded } from './use-loaded.ts';

interface ListedField {
  id: string;
  name?: string;
  area?: { value: number; unit: string };
}

interface UserViewProps {
  api: ConsoleApi;
  navigation: Navigation;
  svcUserId: string;
}

/** The fields of a user. */
export function UserView({ api, navigation, svcUserId }: UserViewProps) {
  const [page, reload] = useLoaded(() => readUser(api, svcUserId));
  if (page.step === 'loading') return <Busy text="Loading the fields …" />;
  if (page.step === 'failed') return <Failed what="The fields" reason={page.reason} retry={reload} />;
  const users = (
    <Link to={{ page: 'users' }} navigation={navigation}>
      Users
    </Link>
  );
  if (!page.value) return <Notice title="There is no such user, or it is not yours">{users}</Notice>;
  const { name, fields, units } = page.value;
  return (
    <>
      <Crumbs navigation={navigation} />
      <h1 class="page-title">{name}</h1>
      {fields.length === 0 ? (
        <p class="hint">
          {name} has no fields yet. They come from files of boundaries, from providers, or from the API.
        </p>
      ) : (
        <ul class="rows card">
          {fields.map(({ id, name: fieldName, area }) => (
            <li key={id}>
              <Link to={{ page: 'field', fieldId: id, svcUserId }} navigation={navigation}>
                {fieldName ?? id}
              </Link>
              {area && <span class="hint">{areaText(area, units)}</span>}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

/** A user with its fields; undefined if there is none of this id. @throws ApiProblem */
async function readUser(api: ConsoleApi, svcUserId: string) {
  const id = encodeURIComponent(svcUserId);
  try {
    const [{ name }, fields, settings] = await Promise.all([
      api.get<{ name: string }>(`/services/usermanagement/api/users/${id}`),
      allPages<ListedField>(api, `/services/fields/api/fields?svcUserId=${id}`),
      readSettings(api, id),
    ]);
    return { name, fields, units: unitsOf(settings, 'metric') };
  } catch (error) {
    // 400: what stands in the URL can be the id of no user.
    if (error instanceof ApiProblem && (error.status === 404 || error.status === 400)) return undefined;
    throw error;
  }
}
