import type { Clock, DerivedId } from '../../../domain/clock.ts';
import type { Settings } from '../../../domain/configuration/configuration.ts';
import type { MessageQueue } from '../../../domain/events/message-queue.ts';
import type { Field } from '../../../domain/fields/field.ts';
import type { BatchStore } from '../../../domain/machine-files/batch-store.ts';
import type { RemovalMarks } from '../../../domain/machine-files/machine-file-store.ts';
import type { OrganizationStore } from '../../../domain/organizations/organization-store.ts';
import type { ProviderKey } from '../../../domain/providers/providers.ts';
import type { AbsenceStore } from '../../../domain/sync/absences.ts';
import type { AskedRecords } from '../../../domain/sync/asked-records.ts';
import type { ProviderLink } from '../../../domain/sync/field-provider.ts';
import type { FileProvider } from '../../../domain/sync/file-provider.ts';
import type { ListNotes } from '../../../domain/sync/list-notes.ts';
import type { FileRound, ProviderFileStore } from '../../../domain/sync/provider-file.ts';
import type { Leases, UserSubject } from '../../../domain/work/work-stores.ts';
import type { InspectMessage } from '../process-machine-files/messages.ts';

export interface FileSyncServices {
  store: ProviderFileStore;
  notes: Pick<ListNotes, 'all' | 'get' | 'put'>;
  /** What its owner has asked for by its id. */
  asked: Pick<AskedRecords, 'all' | 'settle' | 'forget'>;
  absences: Pick<AbsenceStore, 'all' | 'put' | 'remove'>;
  /** The records that were made of files. */
  records: RemovalMarks;
  organizations: Pick<OrganizationStore, 'all'>;
  batches: Pick<BatchStore, 'get' | 'create'>;
  /** Notes that a round of files has begun, so that its owner can see it. */
  noteRound(user: UserSubject, provider: ProviderKey, round: FileRound): Promise<void>;
  /** The link of a user to an account. */
  link(user: UserSubject, provider: ProviderKey): Promise<ProviderLink | undefined>;
  /** The fields of a user that came from a provider. */
  fields(user: UserSubject, provider: ProviderKey): AsyncIterable<Field>;
  settings(ownerId: string, svcUserId: string): Promise<Settings>;
  /** The name of an owner, which is stored with points in the lake. */
  ownerName(ownerId: string): Promise<string>;
  /** Undefined for a provider without files. Throws `ProviderProblem` if the credential of the link is gone. */
  providerOf(user: UserSubject, link: ProviderLink): Promise<FileProvider | undefined>;
  machineFiles: MessageQueue<InspectMessage>;
  /** Has the sweep begin rounds of fields. */
  rounds: Pick<Leases<UserSubject>, 'makeDue'>;
  clock: Clock;
  derivedId: DerivedId;
}
