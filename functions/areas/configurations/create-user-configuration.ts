import { changedSettings } from '../../../domain/configuration/changed-settings.ts';
import type { Handler } from '../../http/exchange.ts';
import { configurationsApi } from './api.ts';
import type { ConfigurationsServices } from './services.ts';
import { shown } from './shown.ts';

type Operation = typeof configurationsApi.operations.createUserConfiguration;

export const createUserConfiguration: Handler<Operation, ConfigurationsServices> = async (
  { params, body, owner, request },
  { configurations },
) => {
  const { svcUserId } = params;
  const settings = changedSettings({}, body);
  await configurations.create(owner.id, svcUserId, settings);
  const headers = { location: `${request.base}${configurationsApi.base}/configs/${svcUserId}` };
  return { status: 201, headers, body: shown(owner, svcUserId, settings) };
};
