import { movableClock } from '../../../local/clock.ts';
import { startDynamoDb } from '../../../local/dynamodb/index.ts';
import { indexedTable, plainTable } from './table-definitions.ts';

/**
 * An engine in a process of its own, to be killed: `engine-process.ts serve DIR` sends its parent the endpoint and serves;
 * `engine-process.ts rebuild DIR` informs its parent when it starts to rebuild the table `rebuilt`.
 */
const [task, dir = ''] = process.argv.slice(2);
const send = (message: object) => process.send?.(message);

const engine = await startDynamoDb({ dir, host: '127.0.0.1', clock: movableClock() }).catch((error: Error) => {
  send({ refused: error.message });
  process.exit(1);
});
if (task === 'serve') {
  await engine.ensureTable({ ...indexedTable('accounts'), streamViewType: 'NEW_IMAGE' });
  await engine.ensureTable(plainTable('transfers', { streamViewType: 'NEW_IMAGE' }));
  send({ endpoint: engine.endpoint });
}
if (task === 'rebuild') {
  send({ rebuilding: true });
  await engine.ensureTable(indexedTable('rebuilt'));
  send({ rebuilt: true });
}
