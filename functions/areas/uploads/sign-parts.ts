import { timestamp } from '../../../domain/clock.ts';
import { invalid } from '../../../domain/errors.ts';
import { partSize } from '../../../domain/uploads/complete-parts.ts';
import type { Handler } from '../../http/exchange.ts';
import type { uploadsApi } from './api.ts';
import { openSession } from './open-session.ts';
import type { UploadsServices } from './services.ts';

export const signParts: Handler<typeof uploadsApi.operations.signParts, UploadsServices> = async (
  { params, body, owner },
  services,
) => {
  const { session, objectKey, multipartId } = await openSession(owner.id, params.sessionId, services);
  const beyond = body.partNumbers.find((number) => number > session.partCount);
  if (beyond) throw invalid('#/partNumbers', `The file has ${session.partCount} parts; there is no part ${beyond}.`);
  const parts = body.partNumbers.map(async (partNumber) => {
    const { url, expiresAt } = await services.multiparts.signPart(objectKey, multipartId, {
      partNumber,
      sizeBytes: partSize(session, partNumber),
    });
    return { partNumber, url, expiresAt: timestamp(expiresAt) };
  });
  return { status: 200, body: { parts: await Promise.all(parts) } };
};
