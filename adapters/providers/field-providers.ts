import type { Implementing } from '../../domain/providers/implemented.ts';
import type { ProviderKey } from '../../domain/providers/providers.ts';
import type { FieldProvider, ProviderLink, Sending, Sent } from '../../domain/sync/field-provider.ts';
import type { ChangeTokens } from '../../domain/transport/changes.ts';
import type { UserSubject } from '../../domain/work/work-stores.ts';
import { climateFields } from './climate-field-view/fields.ts';
import { sendToClimate } from './climate-field-view/send-field.ts';
import { deereFields } from './john-deere/fields.ts';
import { sendToDeere } from './john-deere/send-field.ts';
import { type OpenAccount, openAdapter } from './open-account.ts';
import { scriptedFields } from './scripted-provider.ts';
import type { AccountServices } from './transport/account-transport.ts';

export interface FieldProviderServices extends AccountServices {
  changes: ChangeTokens;
}

const adapters: Record<Implementing<'fields'>, (account: OpenAccount, changes: ChangeTokens) => FieldProvider> = {
  JohnDeere: deereFields,
  ClimateFieldView: climateFields,
};

const senders: Record<Implementing<'sending'>, (account: OpenAccount, sending: Sending) => Promise<Sent>> = {
  JohnDeere: sendToDeere,
  ClimateFieldView: sendToClimate,
};

/**
 * The fields of a link's account: at the scripted provider if the link has a URL, else over the provider's own wire. Undefined for a provider without an adapter.
 *
 * @throws ProviderProblem if the link's credential has been deleted.
 */
export async function fieldProviderOf(
  user: UserSubject,
  link: ProviderLink,
  services: FieldProviderServices,
): Promise<FieldProvider | undefined> {
  if (link.address !== undefined) return scriptedFields(link);
  return openAdapter(adapters, user, link, services, (adapter, account) => {
    const sender = (senders as Partial<Record<ProviderKey, (typeof senders)['JohnDeere']>>)[link.provider];
    const fields = adapter(account, services.changes);
    return { ...fields, ...(sender && { send: (sending: Sending) => sender(account, sending) }) };
  });
}
