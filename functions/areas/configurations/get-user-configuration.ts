import { notFound, Problem } from '../../../domain/errors.ts';
import type { Handler } from '../../http/exchange.ts';
import type { configurationsApi } from './api.ts';
import type { ConfigurationsServices } from './services.ts';
import { shown } from './shown.ts';

type Operation = typeof configurationsApi.operations.getUserConfiguration;

export const getUserConfiguration: Handler<Operation, ConfigurationsServices> = async (
  { params, owner },
  { configurations, users },
) => {
  const { svcUserId } = params;
  if (!(await users.get(owner.id, svcUserId))) throw notFound('user', svcUserId);
  const settings = await configurations.get(owner.id, svcUserId);
  if (!settings) throw noConfiguration(svcUserId);
  return { status: 200, body: shown(owner, svcUserId, settings) };
};

/** The user is there, but follows the owner in everything. */
export function noConfiguration(svcUserId: string): Problem {
  const detail = `The user ${svcUserId} has no configuration and follows the owner's.`;
  return new Problem('notFound', detail, { errorKey: 'configurationNotFound' });
}
