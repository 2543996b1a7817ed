import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { Clock } from '../../../../domain/clock.ts';
import type { PlanetFile } from '../../../../domain/satellite/planet/planet.ts';
import type { PlanetOrders } from '../../../../domain/satellite/planet/planet-stores.ts';
import type { PlacedOrder, StartedProcess } from '../../../../domain/satellite/processes/process-store.ts';
import type { Item, Table } from '../table.ts';
import { ifHeld, transact } from '../transact.ts';
import { itemsIn } from '../user-items.ts';
import { processDeadline } from './process-deadline.ts';
import { processKey, processPartition, satelliteFieldKey } from './satellite-item.ts';

/**
 * Orders of Planet, each on the item of its process.
 *
 * @example const orders = planetOrders(satellite, clock);
 */
export function planetOrders(satellite: Table, clock: Clock): PlanetOrders {
  const { client, name: TableName } = satellite;

  const update = ({ process, run }: StartedProcess, UpdateExpression: string, values: Item = {}) => ({
    TableName,
    Key: processKey(process),
    UpdateExpression,
    ConditionExpression: 'run = :run AND process.#status = :started',
    ExpressionAttributeNames: { '#status': 'status' },
    ExpressionAttributeValues: { ':run': run, ':started': 'STARTED', ...values },
  });
  const write = async (started: StartedProcess, expression: string, values?: Item): Promise<boolean> =>
    (await ifHeld(() => client.send(new UpdateCommand(update(started, expression, values))))) !== undefined;
  const nextLook = () => ({ ':deadline': processDeadline(clock.now()) });

  return {
    async claim(started, until) {
      const claimed = update(started, 'SET planetClaim = :until', { ':until': until, ':now': clock.now() });
      const ConditionExpression = `${claimed.ConditionExpression} AND (attribute_not_exists(planetClaim) OR planetClaim <= :now)`;
      return (await ifHeld(() => client.send(new UpdateCommand({ ...claimed, ConditionExpression })))) !== undefined;
    },

    async unclaim(started) {
      await write(started, 'REMOVE planetClaim');
    },

    async place(started, order) {
      const { ownerId, fieldId } = started.process;
      const isThere = {
        TableName,
        Key: satelliteFieldKey(ownerId, fieldId),
        ConditionExpression: 'attribute_exists(pk)',
      };
      const expression =
        'SET planetOrder = :order, deadline = :deadline REMOVE planetClaim, planetFiles, planetRenewals';
      const placed = update(started, expression, { ':order': order, ...nextLook() });
      return (await transact(client, [{ ConditionCheck: isThere }, { Update: placed }])) === undefined;
    },

    async waits(started) {
      await write(started, 'SET deadline = :deadline', nextLook());
    },

    deliver: (started, files) =>
      write(started, 'SET planetFiles = :files, deadline = :deadline', { ':files': files, ...nextLook() }),

    async expired(started) {
      const values = { ':deadline': clock.now(), ':one': 1 };
      await write(started, 'SET deadline = :deadline REMOVE planetFiles ADD planetRenewals :one', values);
    },

    async waiting({ ownerId, fieldId }) {
      const ids: string[] = [];
      const processes = itemsIn(satellite, processPartition(ownerId, fieldId), 'process#');
      for await (const { process, planetOrder, planetFiles } of processes) {
        const isUnderWay = (process as { status: string }).status === 'STARTED';
        const order = planetOrder as PlacedOrder | undefined;
        if (order && isUnderWay && !(planetFiles as PlanetFile[] | undefined)) ids.push(order.id);
      }
      return ids;
    },
  };
}
