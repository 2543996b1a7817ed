import { usersApi } from '../functions/areas/users/api.ts';
import { type DeepInTheList, loadUsers } from './many-users.ts';
import { pagesAmong } from './pages-among.ts';

export const userPages = pagesAmong<DeepInTheList>({
  name: 'user-pages',
  takes: 'five minutes and 1 GB of disk: pages of 20 among a million users and among 2,000',
  rows: 'users',
  path: `${usersApi.base}/users`,
  sizes: { full: { many: 1_000_000, few: 2_000 }, tiny: { many: 300, few: 250 } },
  pages: [
    { name: 'first page', query: () => '' },
    { name: 'sorted by name', query: () => 'sort=name' },
    { name: 'filtered by email', rows: 1, query: ({ email }) => `email=${encodeURIComponent(email)}` },
    { name: 'deep in the list', query: ({ cursor }) => `cursor=${cursor}` },
  ],
  load: ({ variables, ...into }) => loadUsers({ ...into, tableName: variables.USERS_TABLE ?? '' }),
});
