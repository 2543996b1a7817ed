import { fieldDirectory } from '../adapters/aws/dynamodb/fields/field-directory.ts';
import { fieldStore } from '../adapters/aws/dynamodb/fields/field-store.ts';
import { newFieldWrites } from '../adapters/aws/dynamodb/fields/field-writes.ts';
import type { Write } from '../adapters/aws/dynamodb/transact.ts';
import { userDirectory } from '../adapters/aws/dynamodb/users/user-directory.ts';
import { objectStore } from '../adapters/aws/s3/object-store.ts';
import { newId, systemClock } from '../adapters/system.ts';
import { timestamp } from '../domain/clock.ts';
import type { FieldFilter } from '../domain/fields/field-store.ts';
import { newField } from '../domain/fields/new-field.ts';
import { ofExistingUsers } from '../functions/areas/fields/of-existing-users.ts';
import { tables } from '../functions/manifests.ts';
import { countingClient } from './counting-client.ts';
import { fieldShape } from './field-shape.ts';
import { loadFields } from './many-fields.ts';
import { benchmark, within } from './row.ts';
import { startFurrow } from './running-furrow.ts';
import { temporaryFolder } from './temporary-folder.ts';

/** The page request of an owner created since lists have counters. */
const asked = { page: 0, size: 20, sort: [], indexed: true };

/** Half a unit for each field, and units for the keys, the users of twenty fields and the counters. */
const maxToRead = 60;
/** A field is about 12 items, which a transaction writes at twice the price, and as many rows of indexes. */
const maxToWrite = 60;

/** Capacity units that AWS would bill: the engine counts items as DynamoDB does; rows of indexes are added here. */
export const fieldUnits = benchmark({
  name: 'field-units',
  takes: 'half a minute: units of DynamoDB for a page of fields and for a new field',
  sizes: { full: { count: 2_000, perUser: 100, created: 20 }, tiny: { count: 100, perUser: 50, created: 1 } },
  async *run({ count, perUser, created }) {
    const temporary = temporaryFolder();
    const ownerId = newId();
    const first = await startFurrow(temporary.path);
    await first.stop();
    const dataDir = temporary.path;
    const { variables } = first.endpoints;
    const shapeOf = fieldShape;
    const users = await loadFields({ dataDir, variables, ownerId, count, perUser, shapeOf, shapes: true });
    const furrow = await startFurrow(dataDir);
    const counting = countingClient(furrow.endpoints);
    const [svcUserId = ''] = users;
    const fields = counting.table('FIELDS_TABLE');
    const usersTable = counting.table('USERS_TABLE');
    // Shapes of fields are short enough for their items: nothing goes to the bucket.
    const files = objectStore(variables.FILES_BUCKET ?? '');
    const page = async (filter: FieldFilter) => {
      const { items } = await fieldDirectory(fields, files).list(ownerId, filter, asked);
      await ofExistingUsers(ownerId, items, { users: userDirectory(usersTable) });
      return counting.take();
    };
    const events = counting.table('EVENTS_TABLE');
    const usage = counting.table('USAGE_TABLE');
    const services = { fields, users: usersTable, events, usage, files, clock: systemClock, newId };
    let rows = 0;
    try {
      yield within('a page of 20 fields of one user', await page({ svcUserId }), maxToRead, 'RCU');
      yield within('a page of 20 fields of the owner', await page({}), maxToRead, 'RCU');
      for (let number = 0; number < created; number++) {
        const members = { id: newId(), svcUserId, name: 'Field', geometry: fieldShape(number) };
        const made = newField(members, newId(), timestamp(systemClock.now()));
        await fieldStore(services).create(ownerId, made);
        rows += indexRows((await newFieldWrites(services, ownerId, made)).writes);
      }
      yield within('a new field', (counting.take() + rows) / created, maxToWrite, 'WCU');
    } finally {
      counting.close();
      await furrow.stop();
      temporary.remove();
    }
  },
});

/** Number of rows that items get in the indexes of the fields table, at a unit each. */
function indexRows(writes: Write[]): number {
  const items = writes.flatMap(({ Put }) => (Put?.Item ? [Put.Item] : []));
  const indexes = Object.values(tables.fields.indexes ?? {});
  return items.flatMap((item) => indexes.filter(({ partition, sort }) => item[partition] && item[sort])).length;
}
