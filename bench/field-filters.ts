import { fieldsApi } from '../functions/areas/fields/api.ts';
import { fieldShape } from './field-shape.ts';
import { loadFields } from './many-fields.ts';
import { pagesAmong } from './pages-among.ts';

const perUser = 1_000;
/** So many fields are in PREVIEW and have a provider, however many there are: pages hold the same. */
const rare = 40;

export const fieldFilters = pagesAmong<void>({
  name: 'field-filters',
  takes: 'fifteen minutes and 4 GB of disk: filtered pages of 20 among a million fields and among 10,000',
  rows: 'fields',
  path: `${fieldsApi.base}/fields`,
  few: 10_000,
  pages: [
    { name: 'with a rare status', query: () => 'status=PREVIEW' },
    { name: 'of a provider', query: () => 'provider=JohnDeere' },
    { name: 'of a provider with a status', query: () => 'provider=JohnDeere&status=PREVIEW&type=ORIGINAL' },
    { name: 'with a frequent status', query: () => 'status=PROCESSED' },
  ],
  async load(into) {
    const shapeOf = (number: number) => fieldShape(number, 5);
    const every = into.count / rare;
    const membersOf = (number: number) =>
      number % every === 0 ? { status: 'PREVIEW' as const, providerName: 'JohnDeere' } : {};
    await loadFields({ ...into, perUser, shapeOf, membersOf, shapes: false });
  },
});
