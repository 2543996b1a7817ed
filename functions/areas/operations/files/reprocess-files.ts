import { timestamp } from '../../../../domain/clock.ts';
import { invalid, notFound } from '../../../../domain/errors.ts';
import type { Handler } from '../../../http/exchange.ts';
import type { operationsApi } from '../api.ts';
import type { OperationsServices } from '../services.ts';

/** A worker goes through the files: they may be more than one answer has time for. */
export const reprocessFiles: Handler<typeof operationsApi.operations.reprocessFiles, OperationsServices> = async (
  { body: { svcUserId, ids }, owner },
  { clock, machineFiles, queue, users },
) => {
  if (!(await users.get(owner.id, svcUserId))) throw notFound('user', svcUserId);
  const wanted = ids && [...new Set(ids)];
  const found = await machineFiles.many(owner.id, wanted ?? []);
  const own = new Set(found.flatMap((file) => (file.svcUserId === svcUserId ? [file.id] : [])));
  const missing = wanted?.find((id) => !own.has(id));
  if (missing !== undefined) {
    throw invalid('#/ids', `The user has no file with the id ${missing}.`, 'fileNotFound');
  }
  const asked = { ownerId: owner.id, svcUserId, askedTime: timestamp(clock.now()) };
  await queue.send({ step: 'reprocess', ...asked, ...(wanted && { ids: wanted }) });
  return { status: 202 };
};
