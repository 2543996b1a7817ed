import { changedSettings } from '../../../domain/configuration/changed-settings.ts';
import { resolveConfig } from '../../../domain/configuration/resolve-config.ts';
import type { Handler } from '../../http/exchange.ts';
import type { configurationsApi } from './api.ts';
import type { ConfigurationsServices } from './services.ts';
import { shown } from './shown.ts';

type Operation = typeof configurationsApi.operations.changeOwnerConfiguration;

export const changeOwnerConfiguration: Handler<Operation, ConfigurationsServices> = async (
  { body, owner },
  { configurations },
) => {
  const settings = await configurations.change(owner.id, undefined, (before) => changedSettings(before, body));
  return { status: 200, body: shown(owner, '', resolveConfig(settings)) };
};
