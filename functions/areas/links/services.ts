import type { NewId } from '../../../domain/clock.ts';
import type { ApiKeySecrets } from '../../../domain/keys/api-key-store.ts';
import type { AppKeyStore } from '../../../domain/keys/app-key.ts';
import type { LinkSecrets, LinkStore } from '../../../domain/links/link-store.ts';
import type { Sealer } from '../../../domain/secrets.ts';
import type { UserStore } from '../../../domain/users/user-store.ts';
import type { HttpServices } from '../../http/serve.ts';

export interface LinksServices extends HttpServices {
  links: LinkStore;
  linkSecrets: Pick<LinkSecrets, 'make'>;
  /** Makes the keys of link sessions. */
  keySecrets: Pick<ApiKeySecrets, 'make'>;
  appKeys: Pick<AppKeyStore, 'providers'>;
  /** Seals the secrets of links, which lists show again. */
  sealer: Sealer;
  users: UserStore;
  newId: NewId;
}
