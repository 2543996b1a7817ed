import { planetLeases } from '../../../adapters/aws/dynamodb/satellite/planet-fields.ts';
import { table } from '../../../adapters/aws/dynamodb/table.ts';
import { messageQueue } from '../../../adapters/aws/sqs/message-queue.ts';
import { systemClock } from '../../../adapters/system.ts';
import type { PlanetSubject } from '../../../domain/satellite/planet/planet-stores.ts';
import { sendOverdue } from '../../../domain/work/coalesced-work.ts';
import { environment } from '../../http/environment.ts';
import type { SweepParts } from '../sweep/parts.ts';
import type { PlanetMessage } from './messages.ts';

const names = environment('SATELLITE_TABLE', 'FOLLOW_PLANET_QUEUE_URL');
const queue = messageQueue<PlanetMessage>(names.FOLLOW_PLANET_QUEUE_URL);

/** The schedule of searches: the lease of a field with Planet is overdue when its next search is due. */
const fields = {
  leases: planetLeases(table(names.SATELLITE_TABLE), systemClock),
  send: (subject: PlanetSubject) => queue.send(subject),
  clock: systemClock,
};

export const sweepParts: SweepParts = { planetFields: () => sendOverdue(fields) };
