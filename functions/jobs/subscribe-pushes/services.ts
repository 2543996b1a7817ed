import type { LinkStore } from '../../../adapters/aws/dynamodb/sync/link-store.ts';
import type { Clock } from '../../../domain/clock.ts';
import type { PushSecrets, PushStore } from '../../../domain/push/push-record.ts';
import type { ProviderLink } from '../../../domain/sync/field-provider.ts';
import type { PushProvider } from '../../../domain/sync/push-provider.ts';
import type { UserSubject } from '../../../domain/work/work-stores.ts';

export interface SubscribeServices {
  links: Pick<LinkStore, 'get'>;
  pushes: PushStore;
  secrets: PushSecrets;
  /** Undefined for a provider that does not notify. Throws `ProviderProblem` if the credential of the link is gone. */
  providerOf(user: UserSubject, link: ProviderLink): Promise<PushProvider | undefined>;
  /** Empty if the operator has given none. */
  publicAddress: string;
  eventTypes: readonly string[];
  clock: Clock;
}
