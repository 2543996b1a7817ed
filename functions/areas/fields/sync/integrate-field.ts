import { timestamp } from '../../../../domain/clock.ts';
import { invalid, Problem } from '../../../../domain/errors.ts';
import { providersOf } from '../../../../domain/providers/providers.ts';
import type { Handler } from '../../../http/exchange.ts';
import type { fieldsApi } from '../api.ts';
import type { FieldsServices } from '../services.ts';

export const integrateField: Handler<typeof fieldsApi.endpoints.integrateField, FieldsServices> = async (
  { params, query, owner, found: { field } },
  { sync, syncQueue, newId, clock },
) => {
  const { svcUserId, fieldId, providerName: provider } = params;
  const { organizationId } = query;
  if (field.providerName === provider) {
    const detail = `The field ${fieldId} came from ${provider} and cannot be sent back there.`;
    throw new Problem('invalid', detail, { errorKey: 'providerMade' });
  }
  if (organizationId === undefined && providersOf('organizationStates').includes(provider)) {
    throw invalid('#/organizationId', `organizationId is required for ${provider}.`);
  }
  if (!(await sync.link(owner.id, svcUserId, provider))) {
    const detail = `The user ${svcUserId} is not connected to ${provider}. Connect it first.`;
    throw new Problem('conflict', detail, { errorKey: 'providerNotConnected' });
  }
  if (!field.geometry) {
    throw new Problem('conflict', `The field ${fieldId} has no active boundary.`, { errorKey: 'noActiveBoundary' });
  }
  const at = timestamp(clock.now());
  const wanted = { id: newId(), status: 'PENDING', updatedAt: at, since: at } as const;
  const { id, status, updatedAt, message } = await sync.integrate(owner.id, svcUserId, {
    ...wanted,
    ...{ provider, fieldId },
    ...(organizationId !== undefined && { organizationId }),
  });
  // Also after a failure, which has the field sent once more.
  if (status !== 'SUCCESS') await syncQueue.send({ ownerId: owner.id, svcUserId, organizations: true });
  const shown = { id, status, updatedAt, ...(message !== undefined && { message }) };
  return { status: 200, body: [{ [fieldId]: { [provider]: shown } }] };
};
