import type { LinkStore } from '../../../adapters/aws/dynamodb/sync/link-store.ts';
import type { AssetStore } from '../../../domain/assets/asset-store.ts';
import type { Clock, DerivedId, NewId } from '../../../domain/clock.ts';
import type { AssetProvider } from '../../../domain/sync/asset-provider.ts';
import type { ProviderLink } from '../../../domain/sync/field-provider.ts';
import type { ListNotes } from '../../../domain/sync/list-notes.ts';
import type { UserSubject } from '../../../domain/work/work-stores.ts';

export interface AssetsSyncServices {
  assets: Pick<AssetStore, 'add' | 'change' | 'each'>;
  links: Pick<LinkStore, 'get'>;
  notes: Pick<ListNotes, 'get' | 'put'>;
  /** Undefined for a provider whose assets cannot be read. Throws `ProviderProblem` if the credential of the link is gone. */
  providerOf(user: UserSubject, link: ProviderLink): Promise<AssetProvider | undefined>;
  clock: Clock;
  newId: NewId;
  derivedId: DerivedId;
}
