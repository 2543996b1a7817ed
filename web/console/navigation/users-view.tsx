import { Busy, Failed, Notice } from '../parts/notice.tsx';
import { allPages } from '../reading/all-pages.ts';
import type { ConsoleApi } from '../session/console-api.ts';
import { Link } from './link.tsx';
import type { Navigation } from './route.ts';
import { useLoaded } from './use-loaded.ts';

interface User {
  id: string;
  name: string;
  externalId?: string;
}

/** The users of the owner. */
export function UsersView({ api, navigation }: { api: ConsoleApi; navigation: Navigation }) {
  const [users, reload] = useLoaded(() => allPages<User>(api, '/services/usermanagement/api/users'));
  if (users.step === 'loading') return <Busy text="Loading the users …" />;
  if (users.step === 'failed') return <Failed what="The users" reason={users.reason} retry={reload} />;
  if (users.value.length === 0) {
    return (
      <Notice
        title="There are no users yet"
        text="Users are growers or whoever else has fields. They are made by the API: POST /services/usermanagement/api/users."
      />
    );
  }
  return (
    <>
      <h1 class="page-title">Users</h1>
      <ul class="rows card">
        {users.value.map(({ id, name, externalId }) => (
          <li key={id}>
            <Link to={{ page: 'user', svcUserId: id }} navigation={navigation}>
              {name}
            </Link>
            <span class="hint">{externalId}</span>
          </li>
        ))}
      </ul>
    </>
  );
}
