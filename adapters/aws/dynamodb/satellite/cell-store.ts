import { GetCommand, PutCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import type { Clock, NewId } from '../../../../domain/clock.ts';
import type { SceneCell } from '../../../../domain/satellite/scenes/cell.ts';
import type {
  CellField,
  CellScene,
  CellState,
  CellStore,
  NewCellField,
} from '../../../../domain/satellite/scenes/cell-store.ts';
import { eraseItems, putItems } from '../batch-write.ts';
import { getMany } from '../get-many.ts';
import type { Item, Table } from '../table.ts';
import { leases } from '../work/leases.ts';
import { workList } from '../work/work-list.ts';
import { cellFieldPrefix, cellPartition } from './satellite-item.ts';

const scenePrefix = 'scene#';

const stateKey = (cell: SceneCell) => ({ pk: cellPartition(cell), sk: 'state' });
/** Planetary Computer gives the pieces of a cut tile one date, so that only their datastrips tell them apart. */
const sceneKey = (cell: SceneCell, { date, key, datastrip }: Pick<CellScene, 'date' | 'key' | 'datastrip'>) => ({
  pk: cellPartition(cell),
  sk: [`${scenePrefix}${date}`, key, ...(datastrip === undefined ? [] : [datastrip])].join('#'),
});

export function cellStore(satellite: Table, { clock, newId }: { clock: Clock; newId: NewId }): CellStore {
  const { client, name: TableName } = satellite;

  /** The items of a cell whose sort keys lie between two. */
  async function* between(cell: SceneCell, from: string, to: string, limit?: number): AsyncGenerator<Item> {
    let ExclusiveStartKey: Item | undefined;
    do {
      const command = new QueryCommand({
        TableName,
        KeyConditionExpression: 'pk = :pk AND sk BETWEEN :from AND :to',
        ExpressionAttributeValues: { ':pk': cellPartition(cell), ':from': from, ':to': to },
        ConsistentRead: true,
        ...(limit !== undefined && { Limit: limit }),
        ExclusiveStartKey,
      });
      const answer = await client.send(command);
      yield* answer.Items ?? [];
      ExclusiveStartKey = limit === undefined ? answer.LastEvaluatedKey : undefined;
    } while (ExclusiveStartKey);
  }

  const withPrefix = (cell: SceneCell, prefix: string, limit?: number) => between(cell, prefix, `${prefix}~`, limit);

  return {
    async state(cell) {
      const { Item } = await client.send(new GetCommand({ TableName, Key: stateKey(cell), ConsistentRead: true }));
      return Item?.state as CellState | undefined;
    },

    async save(cell, state) {
      await client.send(new PutCommand({ TableName, Item: { ...stateKey(cell), state } }));
    },

    async fields(cell) {
      const fields: CellField[] = [];
      for await (const { ownerId, fieldId, bounds, since, until } of withPrefix(cell, cellFieldPrefix)) {
        fields.push({ ownerId, fieldId, bounds, since, ...(until !== undefined && { until }) } as CellField);
      }
      return fields;
    },

    async used(cells) {
      const found = await Promise.all(
        cells.map(async (cell) => {
          for await (const _ of withPrefix(cell, cellFieldPrefix, 1)) return [cell];
          return [];
        }),
      );
      return found.flat();
    },

    async scenes(cell, since) {
      const scenes: CellScene[] = [];
      for await (const { scene } of between(cell, scenePrefix + since, `${scenePrefix}~`)) scenes.push(sceneIn(scene));
      return scenes;
    },

    async unknown(cell, scenes) {
      const keys = scenes.map((scene) => sceneKey(cell, scene));
      const found = await getMany(satellite, keys, { consistent: true });
      return scenes.filter((_, index) => found[index] === undefined);
    },

    async keep(cell, scenes) {
      const items = scenes.map((scene) => ({ ...sceneKey(cell, scene), scene: writtenScene(scene) }));
      await putItems(satellite, [...new Map(items.map((item) => [item.sk, item])).values()]);
    },

    async forget(cell) {
      // The state is erased first: without it the cell is searched from the beginning, even if scenes are left.
      await eraseItems(satellite, [stateKey(cell)]);
      const keys: Item[] = [];
      for await (const { pk, sk } of withPrefix(cell, scenePrefix)) keys.push({ pk, sk });
      await eraseItems(satellite, keys);
    },

    newFields: workList<SceneCell, NewCellField>({
      table: satellite,
      newId,
      partitionOf: cellPartition,
      prefix: 'new#',
      nameOf: ({ ownerId, fieldId }) => `${ownerId}#${fieldId}`,
    }),

    leases: cellLeases(satellite, clock),
  };
}

/** Leases of cells. A cell with fields always has one, whose deadline is the time of its next search. */
export function cellLeases(satellite: Table, clock: Clock): CellStore['leases'] {
  return leases<SceneCell>({
    table: satellite,
    clock,
    keyOf: (cell) => ({ pk: cellPartition(cell), sk: 'lease' }),
    deadlineKey: 'satelliteCells',
  });
}

/** Shapes are kept as text: a tenth of the size and of the time. */
function writtenScene({ footprint, ...scene }: CellScene): Item {
  const { id, key, datastrip, provider, upstream, collection, date, created } = scene;
  const named = { id, key, ...(datastrip !== undefined && { datastrip }) };
  return { ...named, provider, upstream, collection, date, created, footprint: JSON.stringify(footprint) };
}

function sceneIn(written: unknown): CellScene {
  const scene = written as CellScene & { footprint: unknown };
  return { ...scene, footprint: JSON.parse(String(scene.footprint)) };
}
