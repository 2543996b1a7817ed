import { erasureProgress } from '../../../adapters/aws/dynamodb/erasure/erasure-progress.ts';
import { table } from '../../../adapters/aws/dynamodb/table.ts';
import { systemClock } from '../../../adapters/system.ts';
import { environment } from '../../http/environment.ts';
import { sqsWorker } from '../../queue/sqs-worker.ts';
import { workerQueue } from '../../queue/worker-queue.ts';
import { eraseUser } from './erase-user.ts';
import { allErasers } from './erasers.ts';
import { erasureMessage } from './messages.ts';

const { REQUESTS_TABLE } = environment('REQUESTS_TABLE');

const services = {
  erasers: allErasers(),
  progress: erasureProgress(table(REQUESTS_TABLE), systemClock),
  clock: systemClock,
};

/** Erases what deleted users left behind. */
export const handler = sqsWorker(
  erasureMessage,
  (asked, { queue }) => eraseUser(asked, { ...services, queue }),
  workerQueue(),
);
