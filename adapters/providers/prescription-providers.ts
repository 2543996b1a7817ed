import type { PartStore } from '../../domain/files/part-store.ts';
import type { PrescriptionProvider } from '../../domain/prescriptions/prescription-provider.ts';
import type { Implementing } from '../../domain/providers/implemented.ts';
import type { ProviderKey } from '../../domain/providers/providers.ts';
import type { DownloadMarks } from '../../domain/transport/download.ts';
import type { UserSubject } from '../../domain/work/work-stores.ts';
import { climatePrescriptions } from './climate-field-view/prescriptions.ts';
import { deerePrescriptions } from './john-deere/prescriptions.ts';
import { type OpenAccount, openAdapter } from './open-account.ts';
import { slingshotPrescriptions } from './slingshot/prescriptions.ts';
import type { AccountServices } from './transport/account-transport.ts';
import type { DownloadServices } from './transport/download.ts';
import { trimblePrescriptions } from './trimble/prescriptions.ts';

export interface PrescriptionServices extends AccountServices {
  marksOf(user: UserSubject): DownloadMarks;
  bucket: PartStore;
}

/** An account with what reads files of it. */
export interface PrescriptionAccount {
  account: OpenAccount;
  downloads: DownloadServices;
}

const adapters: Record<Implementing<'prescriptions'>, (account: PrescriptionAccount) => PrescriptionProvider> = {
  JohnDeere: deerePrescriptions,
  Trimble: trimblePrescriptions,
  RavenSlingshot: slingshotPrescriptions,
  ClimateFieldView: climatePrescriptions,
};

/**
 * The prescriptions of a user's account at a provider. `unconnected`: the user has no credential of it; `uncalled`: there is no adapter, or the operator has given the provider no URL.
 *
 * @throws ProviderProblem if the app key of the credential no longer exists.
 */
export async function prescriptionsOf(
  user: UserSubject,
  provider: ProviderKey,
  services: PrescriptionServices,
): Promise<PrescriptionProvider | 'unconnected' | 'uncalled'> {
  const { tokens, bucket, marksOf } = services;
  const held = await tokens.store.read(user.ownerId, user.svcUserId, provider);
  if (!held) return 'unconnected';
  const link = { provider, credentialId: held.credential.id };
  const opened = await openAdapter(adapters, user, link, services, (adapter, account) => {
    const downloads = { transport: account.transport, marks: marksOf(user), bucket, clock: tokens.clock };
    return adapter({ account, downloads });
  });
  return opened ?? 'uncalled';
}
