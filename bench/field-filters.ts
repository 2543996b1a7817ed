import { fieldWorkPartition } from '../adapters/aws/dynamodb/operations/operation-item.ts';
import { workTraitItems } from '../adapters/aws/dynamodb/operations/work-traits.ts';
import { newId } from '../adapters/system.ts';
import type { Field } from '../domain/fields/field.ts';
import { fieldsApi } from '../functions/areas/fields/api.ts';
import { fieldShape } from './field-shape.ts';
import { loadFields, loadRecords } from './many-fields.ts';
import { pagesAmong } from './pages-among.ts';

const perUser = 1_000;
/** Fields found by each rare filter, however many fields there are: pages hold the same number. */
const rare = 40;
/** Id of the organization at the provider, and of the one field there from which all these come. */
const atProvider = 'p-1';

export const fieldFilters = pagesAmong<{ mergedFieldId: string }>({
  name: 'field-filters',
  takes: 'fifteen minutes and 4 GB of disk: filtered pages of 20 among a million fields and among 10,000',
  rows: 'fields',
  path: `${fieldsApi.base}/fields`,
  sizes: {
    full: { many: Number(process.env.FURROW_BENCH_FIELDS ?? 1_000_000), few: 10_000 },
    tiny: { many: 2_000, few: 1_000 },
  },
  pages: [
    { name: 'with a rare status', query: () => 'status=PREVIEW' },
    { name: 'of a provider', query: () => 'provider=JohnDeere' },
    { name: 'of a provider with a status', query: () => 'provider=JohnDeere&status=PREVIEW&type=ORIGINAL' },
    { name: 'with a frequent status', query: () => 'status=PROCESSED' },
    { name: 'of a field at a provider', query: () => `providerFieldId=${atProvider}` },
    { name: 'of an organization', query: () => `organizationId=${atProvider}` },
    { name: 'merged into a field', query: ({ mergedFieldId }) => `mergedFieldId=${mergedFieldId}` },
    { name: 'with work of a type', query: () => 'operationType=harvested' },
  ],
  async load(into) {
    const shapeOf = (number: number) => fieldShape(number, 5);
    const every = into.count / rare;
    const mergedFieldId = newId();
    // Sources and their merged field belong to one user, the first.
    const sources = Array.from({ length: rare }, newId);
    const worked: Pick<Field, 'id' | 'svcUserId'>[] = [];
    const membersOf = (number: number, { id, svcUserId }: Field): Partial<Field> => {
      if (number % every === 0) {
        worked.push({ id, svcUserId });
        const provider = {
          providerName: 'JohnDeere',
          providerFieldId: atProvider,
          organizationId: atProvider,
        } as const;
        return { status: 'PREVIEW', ...provider };
      }
      if (number === 1) return { id: mergedFieldId, type: 'MERGED', sources };
      const source = sources[number - 2];
      return source === undefined ? {} : { id: source, mergedFieldId };
    };
    await loadFields({ ...into, perUser, shapeOf, membersOf, shapes: false });
    const work = { operationType: 'harvested', provider: 'Svc', crops: [], varieties: [] };
    await loadRecords(
      { dataDir: into.dataDir, table: into.variables.OPERATIONS_TABLE ?? '' },
      worked.flatMap(({ id, svcUserId }) =>
        workTraitItems(into.ownerId, svcUserId, id, work).map((item) => ({
          ...{ pk: fieldWorkPartition(into.ownerId, svcUserId), change: newId() },
          ...item,
        })),
      ),
    );
    return { mergedFieldId };
  },
});
