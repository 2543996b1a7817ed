import { fieldsApi } from '../functions/areas/fields/api.ts';
import { fieldShape } from './field-shape.ts';
import { loadFields } from './many-fields.ts';
import { pagesAmong } from './pages-among.ts';

const perUser = 100;

/** Pages of a user late in the order of ids. */
export const fieldPages = pagesAmong<string>({
  name: 'field-pages',
  takes: 'ten minutes and 3 GB of disk: pages of 20 among a million fields and among 1,000',
  rows: 'fields',
  path: `${fieldsApi.base}/fields`,
  sizes: { full: { many: 1_000_000, few: 1_000 }, tiny: { many: 300, few: 200 } },
  pages: [
    { name: 'of the owner', query: () => '' },
    { name: 'of one user', query: (svcUserId) => `svcUserId=${svcUserId}` },
    { name: 'of the owner, newest first', query: () => 'sort=createdTime,desc' },
  ],
  async load(into) {
    const shapeOf = (number: number) => fieldShape(number, 5);
    const users = await loadFields({ ...into, perUser, shapeOf, shapes: false });
    return users[Math.floor(users.length * 0.9)] ?? '';
  },
});
