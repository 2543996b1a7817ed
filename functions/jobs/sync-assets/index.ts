import { assetStore } from '../../../adapters/aws/dynamodb/assets/asset-store.ts';
import { eventWrite } from '../../../adapters/aws/dynamodb/events/event-item.ts';
import { linkStore } from '../../../adapters/aws/dynamodb/sync/link-store.ts';
import { listNotes } from '../../../adapters/aws/dynamodb/sync/list-notes.ts';
import { table } from '../../../adapters/aws/dynamodb/table.ts';
import { openPort } from '../../../adapters/providers/open-port.ts';
import { derivedId, newId, systemClock } from '../../../adapters/system.ts';
import { listRemovalsWaiting } from '../../../domain/sync/absences.ts';
import { environment } from '../../http/environment.ts';
import { accountServices } from '../../queue/account-services.ts';
import { sqsWorker } from '../../queue/sqs-worker.ts';
import { workerQueue } from '../../queue/worker-queue.ts';
import { assetsMessage } from './messages.ts';
import type { AssetsSyncServices } from './services.ts';
import { syncAssets } from './sync-assets.ts';

const names = environment('ASSETS_TABLE', 'USERS_TABLE', 'EVENTS_TABLE', 'FIELDS_TABLE');
const users = table(names.USERS_TABLE);
const accounts = accountServices(process.env);

const [fields, events] = [table(names.FIELDS_TABLE), table(names.EVENTS_TABLE)];

const services: AssetsSyncServices = {
  assets: assetStore(table(names.ASSETS_TABLE), users, events),
  links: linkStore(fields, users),
  notes: listNotes({
    ...{ fields, users, clock: systemClock },
    announced: ({ ownerId, svcUserId }, provider, note) =>
      eventWrite(events, listRemovalsWaiting({ id: newId(), ownerId, svcUserId }, provider, note, systemClock.now())),
  }),
  providerOf: (user, link) => openPort('assets', user, link, accounts),
  clock: systemClock,
  newId,
  derivedId,
};

/** Brings assets of users from their providers. */
export const handler = sqsWorker(
  assetsMessage,
  (asked, message) => syncAssets(asked, message, services),
  workerQueue(),
);
