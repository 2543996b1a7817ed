import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { nearbyFields } from '../adapters/aws/dynamodb/fields/nearby-fields.ts';
import { documentClient } from '../adapters/aws/dynamodb/table.ts';
import { fieldsApi } from '../functions/areas/fields/api.ts';
import { fieldShape, fieldStep, lobedShape } from './field-shape.ts';
import { httpClient, json } from './http-client.ts';
import { loadFields } from './many-fields.ts';
import { makeOwners } from './owners.ts';
import { benchmark, within } from './row.ts';
import { startFurrow } from './running-furrow.ts';
import { median, timed } from './statistics.ts';
import { temporaryFolder } from './temporary-folder.ts';

const maxMilliseconds = 50;
/** Limit of shapes that are fetched although they do not overlap. */
const maxInVain = 20;

/** Searches by shape, whose cost must depend on what lies around the shape, not on the user's number of fields. */
export const fieldIntersects = benchmark({
  name: 'field-intersects',
  takes: 'two minutes and 1 GB of disk: searches of one field’s size among 100,000 fields of one user',
  sizes: { full: { count: 100_000, searches: 200, warmUps: 5 }, tiny: { count: 2_000, searches: 1, warmUps: 0 } },
  async *run({ count, searches, warmUps }) {
    const temporary = temporaryFolder();
    const client = httpClient();
    const first = await startFurrow(temporary.path);
    const [owner] = await makeOwners(first.endpoints, 1);
    await first.stop();
    if (!owner) throw new Error('no owner was made');
    const { variables } = first.endpoints;
    const dataDir = temporary.path;
    const [svcUserId = ''] = await loadFields({
      dataDir,
      variables,
      ownerId: owner.id,
      count,
      perUser: count,
      shapeOf: fieldShape,
      shapes: true,
    });
    const furrow = await startFurrow(dataDir);
    const { region, credentials, services, baseUrl } = furrow.endpoints;
    const database = new DynamoDBClient({ region, credentials, endpoint: services.dynamodb });
    const table = { client: documentClient(database), name: variables.FIELDS_TABLE ?? '' };
    const url = `${baseUrl}${fieldsApi.base}/users/${svcUserId}/fields/intersects?size=100`;
    const times: number[] = [];
    const inVain: number[] = [];
    try {
      for (let round = -warmUps; round < searches; round++) {
        const shape = searchedShape(round, count);
        const body = json({ geometry: shape, intersectionThreshold: 0.01 });
        let found: unknown[] = [];
        const time = await timed(async () => {
          const answer = await client.ask({ url, token: owner.token, method: 'POST', body });
          found = JSON.parse(answer.body.toString()) as unknown[];
        });
        if (round < 0) continue;
        if (found.length === 0) throw new Error('nothing lies where there are fields');
        times.push(time);
        const near = await nearbyFields(table, owner.id, svcUserId, shape);
        inVain.push(near.length - found.length);
      }
      yield within(`intersects among ${count.toLocaleString('en')} fields`, median(times), maxMilliseconds, 'ms');
      yield within('shapes that one of them reads in vain', Math.max(...inVain), maxInVain, 'shapes');
    } finally {
      client.close();
      database.destroy();
      await furrow.stop();
      temporary.remove();
    }
  },
});

/** A shape of the size of a field, anywhere among the fields. */
function searchedShape(round: number, count: number) {
  const number = Math.abs((round * 7_919 + 40_123) % Math.floor(count * 0.99));
  const [[corner] = []] = fieldShape(number).coordinates[0] ?? [];
  const aside = ((round + 5) % 10) / 10;
  const [longitude, latitude] = corner ?? [0, 0];
  const middle: [number, number] = [longitude - fieldStep * aside, latitude + fieldStep * (1 - aside)];
  return lobedShape(middle, { radius: fieldStep * 0.45, lobes: 3, turn: round, vertices: 40 });
}
