import { resolveConfig } from '../../../domain/configuration/resolve-config.ts';
import type { Handler } from '../../http/exchange.ts';
import type { configurationsApi } from './api.ts';
import type { ConfigurationsServices } from './services.ts';
import { shown } from './shown.ts';

type Operation = typeof configurationsApi.operations.getOwnerConfiguration;

export const getOwnerConfiguration: Handler<Operation, ConfigurationsServices> = async (
  { owner },
  { configurations },
) => {
  const settings = resolveConfig(await configurations.get(owner.id));
  return { status: 200, body: shown(owner, '', settings) };
};
