import type { NewId } from '../../../domain/clock.ts';
import type { CredentialStore } from '../../../domain/credentials/credential-store.ts';
import type { GivenAddresses } from '../../../domain/providers/addresses.ts';
import type { Sealer } from '../../../domain/secrets.ts';
import type { UserDirectory } from '../../../domain/users/user-store.ts';
import type { HttpServices } from '../../http/serve.ts';

export interface CredentialsServices extends HttpServices {
  credentials: CredentialStore;
  users: UserDirectory;
  sealer: Pick<Sealer, 'seal'>;
  newId: NewId;
  /** The configured URLs of providers. */
  addresses: GivenAddresses;
}
