import type { PartStore } from '../../domain/files/part-store.ts';
import type { Implementing } from '../../domain/providers/implemented.ts';
import type { ProviderLink } from '../../domain/sync/field-provider.ts';
import type { FileProvider } from '../../domain/sync/file-provider.ts';
import type { ChangeTokens } from '../../domain/transport/changes.ts';
import type { DownloadMarks } from '../../domain/transport/download.ts';
import type { UserSubject } from '../../domain/work/work-stores.ts';
import { climateFiles } from './climate-field-view/files.ts';
import { deereFiles } from './john-deere/files.ts';
import { type OpenAccount, openAdapter } from './open-account.ts';
import type { AccountServices } from './transport/account-transport.ts';
import type { DownloadServices } from './transport/download.ts';

export interface FileProviderServices extends AccountServices {
  changes: ChangeTokens;
  marksOf(user: UserSubject): DownloadMarks;
  bucket: PartStore;
}

/** An account with what reads its files. */
export interface FileAccount {
  account: OpenAccount;
  changes: ChangeTokens;
  downloads: DownloadServices;
}

const adapters: Record<Implementing<'files'>, (account: FileAccount) => FileProvider> = {
  JohnDeere: deereFiles,
  ClimateFieldView: climateFiles,
};

/**
 * The files of a link's account. Undefined for a provider without an adapter.
 *
 * @throws ProviderProblem if the link's credential has been deleted.
 */
export function fileProviderOf(
  user: UserSubject,
  link: ProviderLink,
  services: FileProviderServices,
): Promise<FileProvider | undefined> {
  const { changes, bucket, tokens, marksOf } = services;
  return openAdapter(adapters, user, link, services, (adapter, account) => {
    const downloads = { transport: account.transport, marks: marksOf(user), bucket, clock: tokens.clock };
    return adapter({ account, changes, downloads });
  });
}
