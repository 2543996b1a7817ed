import { changedSettings } from '../../../domain/configuration/changed-settings.ts';
import type { Handler } from '../../http/exchange.ts';
import type { configurationsApi } from './api.ts';
import type { ConfigurationsServices } from './services.ts';
import { shown } from './shown.ts';

type Operation = typeof configurationsApi.operations.changeUserConfiguration;

export const changeUserConfiguration: Handler<Operation, ConfigurationsServices> = async (
  { params, body, owner },
  { configurations },
) => {
  const { svcUserId } = params;
  const settings = await configurations.change(owner.id, svcUserId, (before) => changedSettings(before, body));
  return { status: 200, body: shown(owner, svcUserId, settings) };
};
