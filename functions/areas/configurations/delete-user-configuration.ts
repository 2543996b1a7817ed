import { notFound } from '../../../domain/errors.ts';
import type { Handler } from '../../http/exchange.ts';
import type { configurationsApi } from './api.ts';
import { noConfiguration } from './get-user-configuration.ts';
import type { ConfigurationsServices } from './services.ts';

type Operation = typeof configurationsApi.operations.deleteUserConfiguration;

export const deleteUserConfiguration: Handler<Operation, ConfigurationsServices> = async (
  { params, owner },
  { configurations, users },
) => {
  const { svcUserId } = params;
  if (!(await users.get(owner.id, svcUserId))) throw notFound('user', svcUserId);
  if (!(await configurations.remove(owner.id, svcUserId))) throw noConfiguration(svcUserId);
  return { status: 204 };
};
