import { uncalledMessage } from '../../../../domain/credentials/uncalled.ts';
import type { Field } from '../../../../domain/fields/field.ts';
import { explainProvider, type ProviderFacts } from '../../../../domain/integrations/explain-provider.ts';
import type { SyncParts } from '../../../../domain/integrations/sync-parts.ts';
import type { SyncReason, SyncWaiting } from '../../../../domain/integrations/sync-reason.ts';
import { lostOrganizations, waitingOf } from '../../../../domain/integrations/waiting.ts';
import { providerOf, providers } from '../../../../domain/providers/providers.ts';
import type { ServiceUser } from '../../../../domain/users/service-user.ts';
import type { UserSubject } from '../../../../domain/work/work-stores.ts';
import type { IntegrationsServices } from '../services.ts';

/** What is known of each provider that the user has a credential for, or is connected to. */
export async function factsOf(
  subject: UserSubject,
  user: ServiceUser,
  { syncs, organizations, settings, notes, asked, addresses }: IntegrationsServices,
): Promise<ProviderFacts[]> {
  const { ownerId, svcUserId } = subject;
  const [connections, activity, resolved] = await Promise.all([
    syncs.connections(ownerId, svcUserId),
    syncs.activity(ownerId, svcUserId),
    settings(ownerId, svcUserId),
  ]);
  const connected = new Set(connections.map(({ provider }) => provider));
  const named = providers.filter(({ key, userProperty }) => connected.has(key) || user[userProperty].id !== undefined);
  return Promise.all(
    named.map(async ({ key: provider }) => {
      const connection = connections.find((one) => one.provider === provider);
      const credential = await syncs.credential(ownerId, svcUserId, provider);
      return {
        ...{ provider, connection, credential, activity },
        // A linked account has been called.
        uncalled: credential && !connection?.isLinked ? uncalledMessage(credential, addresses) : undefined,
        organizations: providerOf(provider).accepts.includes('organizationStates')
          ? await organizations.all({ ownerId, svcUserId, provider })
          : [],
        settings: resolved,
        notes: await notes.all(subject, provider),
        asked: await asked.all(subject, provider),
      };
    }),
  );
}

/** Why nothing, or not all, comes from a provider, and what waits. Reads the user's fields: about a read unit for four of them. */
export async function verdictOf(
  subject: UserSubject,
  facts: ProviderFacts,
  files: Pick<SyncParts['files'], 'due' | 'refused'>,
  { providerFields, clock }: Pick<IntegrationsServices, 'providerFields' | 'clock'>,
): Promise<{ reasons: SyncReason[]; waiting: SyncWaiting[] }> {
  const fields = await fieldsOf(providerFields(subject, facts.provider));
  return {
    reasons: [...explainProvider(facts, 'fields'), ...lostOrganizations(facts, fields)],
    waiting: waitingOf(facts, { fields, ...files }, clock.now()),
  };
}

async function fieldsOf(found: ReturnType<IntegrationsServices['providerFields']>): Promise<Field[]> {
  const fields: Field[] = [];
  for await (const field of found) fields.push(field);
  return fields;
}
