import type { NewId } from '../../../domain/clock.ts';
import type { Downloads } from '../../../domain/files/downloads.ts';
import type { ObjectStore } from '../../../domain/files/object-store.ts';
import type { PrescriptionProvider } from '../../../domain/prescriptions/prescription-provider.ts';
import type { PrescriptionReader } from '../../../domain/prescriptions/prescription-reader.ts';
import type { PrescribedProvider } from '../../../domain/prescriptions/sending.ts';
import type { SendingStore } from '../../../domain/prescriptions/sending-store.ts';
import type { UserDirectory } from '../../../domain/users/user-store.ts';
import type { UserSubject } from '../../../domain/work/work-stores.ts';
import type { HttpServices } from '../../http/serve.ts';

export interface PrescriptionsServices extends HttpServices {
  users: UserDirectory;
  reader: Pick<PrescriptionReader, 'check'>;
  sendings: SendingStore;
  /** Zips, and files that come from providers. */
  files: Pick<ObjectStore, 'put' | 'getStream'>;
  downloads: Downloads;
  newId: NewId;
  /** The prescriptions of a user's account. `unconnected`: the user has no credential of the provider; `uncalled`: nobody calls it. */
  accountOf(
    user: UserSubject,
    provider: PrescribedProvider,
  ): Promise<PrescriptionProvider | 'unconnected' | 'uncalled'>;
}
