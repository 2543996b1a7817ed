import type { ProviderKey } from '../providers/providers.ts';
import type { UserSubject } from '../work/work-stores.ts';

/** A field or a file that an owner has asked for by its id at the provider. */
export interface AskedRecord {
  kind: 'field' | 'file';
  /** The provider's id. */
  id: string;
  askedTime: string;
  /** Why it does not come, once the provider has been asked for it; absent before that, and while a file is being fetched. */
  answer?: string | undefined;
  /** It is a field that has arrived: lists of the provider that lack it do not say that it is gone, and scheduled rounds ask for it again. */
  isHere?: true | undefined;
}

/** What an owner asks for beside the lists of a provider. Erased with the user. */
export interface AskedRecords {
  /** Asks for a record, or anew for one that was answered. The oldest of more than `limits.askedRecords` are forgotten. Throws `notFound` if the user does not exist. */
  ask(user: UserSubject, provider: ProviderKey, record: Pick<AskedRecord, 'kind' | 'id' | 'askedTime'>): Promise<void>;
  all(user: UserSubject, provider: ProviderKey): Promise<AskedRecord[]>;
  /** Stores why a record does not come, or that it has come, unless it has been asked for anew since. */
  settle(user: UserSubject, provider: ProviderKey, settled: AskedRecord): Promise<void>;
  /** Forgets a record that has arrived, or that is explained by what is known of it. */
  forget(user: UserSubject, provider: ProviderKey, record: Pick<AskedRecord, 'kind' | 'id'>): Promise<void>;
}
