import type { LayerReceiver } from '../../domain/assets/layer-receiver.ts';
import type { PrescriptionProvider } from '../../domain/prescriptions/prescription-provider.ts';
import type { Port } from '../../domain/providers/provider.ts';
import type { Exchanging, Granting, MembersOf, PortsOf } from '../../domain/providers/providers.ts';
import type { AssetProvider } from '../../domain/sync/asset-provider.ts';
import type { FieldProvider, ProvidedOrganization, Sending, Sent } from '../../domain/sync/field-provider.ts';
import type { FileProvider } from '../../domain/sync/file-provider.ts';
import type { IrrigationProvider } from '../../domain/sync/irrigation-provider.ts';
import type { PushProvider } from '../../domain/sync/push-provider.ts';
import type { ChangeTokens } from '../../domain/transport/changes.ts';
import type { ProviderRates } from '../../domain/transport/gates.ts';
import type { OpenAccount } from './account.ts';
import type { DownloadServices } from './transport/download.ts';
import type { Authorize } from './transport/transport.ts';

/** Reads files of an account into the bucket. */
interface Downloading {
  downloads(account: OpenAccount): DownloadServices;
}

/** What each port needs beside an account, and what it makes of both. */
interface PortTypes {
  organizations: { needs: object; makes: AsyncIterable<ProvidedOrganization> };
  fields: { needs: { changes: ChangeTokens }; makes: Omit<FieldProvider, 'organizations' | 'send'> };
  files: { needs: { changes: ChangeTokens } & Downloading; makes: FileProvider };
  assets: { needs: object; makes: AssetProvider };
  layers: { needs: object; makes: LayerReceiver };
  sending: { needs: object; makes: (sending: Sending) => Promise<Sent> };
  push: { needs: object; makes: PushProvider };
  irrigation: { needs: object; makes: IrrigationProvider };
  prescriptions: { needs: Downloading & { clock: { now(): number } }; makes: PrescriptionProvider };
}

export type Needs<P extends Port> = PortTypes[P]['needs'];
export type Made<P extends Port> = PortTypes[P]['makes'];

/** Makes of an open account what a port offers. Nothing is asked of the provider yet. */
export type PortMaker<P extends Port> = (account: OpenAccount, needs: Needs<P>) => Made<P>;

/** What adapters have in common. Calls are loaded when they are first made: a function calls few providers, and its start waits for none. */
interface Calls<Ports extends Port> {
  /** Loads the call that shows whether the provider takes a credential; it throws `ProviderProblem` if not. */
  firstCall(): Promise<(account: OpenAccount) => Promise<void>>;
  /** Loads each port. */
  ports: { readonly [P in Ports]: () => Promise<PortMaker<P>> };
  /** How often the provider may be asked, where it says so; absent for the usual care. */
  rates?: ProviderRates;
}

/** Requests carry the access token that the grant of the row brings. */
interface ByToken<Member extends string> {
  /** Further headers of each request, by the member of the credential that has the value. They are kept out of the log. */
  headers?: Readonly<Record<string, Member>>;
  authorize?: never;
}

/** Requests carry no access token, but a key or a signature. */
interface ByMembers<Member extends string> {
  headers?: never;
  /** @param members those of the credential and its app key. */
  authorize(members: Readonly<Partial<Record<Member, string>>>, clock: { now(): number }): Authorize;
}

/**
 * All that is to be known of one provider's wire, in its folder: the ports that its row names and no others, its first call, how requests are authorized, and how often it may be asked.
 * The adapter of a row without a grant has to say how it authorizes: no token will come.
 *
 * @example export const lindsay: ProviderAdapter<'Lindsay'> = { firstCall: async () => askFirstSystem, ports: { irrigation: async () => fieldNetIrrigation } };
 */
export type ProviderAdapter<Key extends Exchanging> = Calls<PortsOf<Key>> &
  (Key extends Granting ? ByToken<MembersOf<Key>> | ByMembers<MembersOf<Key>> : ByMembers<MembersOf<Key>>);

/** The adapter of a provider that only the caller knows. */
export interface AnyAdapter extends Omit<Calls<never>, 'ports'> {
  ports: { readonly [P in Port]?: () => Promise<PortMaker<P>> };
  headers?: Readonly<Record<string, string>>;
  authorize?(members: Readonly<Record<string, string>>, clock: { now(): number }): Authorize;
}
