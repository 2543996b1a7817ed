import { timestamp } from '../clock.ts';
import type { Settings } from '../configuration/configuration.ts';
import type { Credential } from '../credentials/credential.ts';
import type { Organization } from '../organizations/organization.ts';
import type { Port } from '../providers/provider.ts';
import { isFollowed, type ProviderKey, providerOf } from '../providers/providers.ts';
import { heldMessage } from '../sync/absences.ts';
import type { AskedRecord } from '../sync/asked-records.ts';
import type { ListNote } from '../sync/list-notes.ts';
import { heldLists, refusedLists } from './explain-lists.ts';
import { reason, type SyncReason } from './sync-reason.ts';
import { type SyncActivity, type SyncedConnection, syncState } from './sync-status.ts';

/** What is known of one provider of a user. */
export interface ProviderFacts {
  provider: ProviderKey;
  connection?: SyncedConnection | undefined;
  credential?: Pick<Credential, 'status' | 'shown'> | undefined;
  /** What is to be said if this installation does not call the provider. */
  uncalled?: string | undefined;
  activity: SyncActivity;
  /** Empty at providers whose organizations have no states. */
  organizations: readonly Organization[];
  settings: Settings;
  /** What is to be said of lists of files and assets. */
  notes: readonly ListNote[];
  /** What the owner has asked for by its id at the provider. */
  asked: readonly AskedRecord[];
}

/** Why nothing, or nothing new, comes from a provider. */
export function explainProvider(facts: ProviderFacts, port: Port): SyncReason[] {
  const { provider, connection, credential } = facts;
  if (!connection && !credential) return [];
  if (facts.uncalled !== undefined) return [reason('notCalled', provider, facts.uncalled)];
  return [
    ...ofCredential(facts),
    ...ofRounds(facts, port),
    ...ofSelection(facts),
    ...ofSwitches(facts, port),
    ...(connection?.held
      ? [
          reason(
            'removalsHeld',
            provider,
            `${heldMessage(provider, connection.held)} They stay as they are until this is confirmed.`,
          ),
        ]
      : []),
    ...heldLists(provider, facts.notes),
    ...refusedLists(provider, facts.notes),
  ];
}

const told = {
  UNAUTHENTICATED: ['credentialUnauthenticated', 'refuses the credential. Connect the account again.'],
  MISSING_PERMISSION: [
    'credentialMissingPermission',
    'misses a permission. Connect the account again, with all permissions.',
  ],
  TEMPORARILY_UNAVAILABLE: ['providerUnavailable', 'does not answer at the moment. It is asked again until it does.'],
} as const;

function ofCredential({ provider, connection, credential }: ProviderFacts): SyncReason[] {
  const name = providerOf(provider).displayName;
  if (credential && credential.status !== 'OK') {
    const [code, says] = told[credential.status];
    return [reason(code, provider, `${name} ${says}`, { providerMessage: failureOf(connection) })];
  }
  if (connection?.isLinked || !isFollowed(provider)) return [];
  return [
    reason(
      'credentialNotChecked',
      provider,
      `The first check of the ${name} credential is under way. Try again in a minute; if a worker was ended, the check goes on within minutes.`,
    ),
  ];
}

function ofRounds({ provider, connection, activity }: ProviderFacts, port: Port): SyncReason[] {
  const name = providerOf(provider).displayName;
  if (!providerOf(provider).ports.includes(port) && !(port === 'fields' && connection?.lastRound?.isComplete)) {
    return [reason('notImplemented', provider, `${wordOf[port]} cannot be fetched from ${name} yet.`)];
  }
  if (!connection?.isLinked) return [];
  const { lastRound, running, nextRound } = connection;
  const failure = failureOf(connection);
  const failed = [
    ...(failure !== undefined
      ? [reason('roundFailed', provider, 'The last round failed, and is tried again.', { providerMessage: failure })]
      : []),
    ...(lastRound?.problems.some(({ code }) => code === 'held')
      ? [
          reason(
            'held',
            provider,
            `${name} has not refused anything: it is asked only as often as it allows, and the round goes on by itself.`,
          ),
        ]
      : []),
  ];
  const state = syncState(connection, activity);
  if (state === 'PAUSED')
    return [...failed, reason('paused', provider, `Rounds over ${name} are paused. Resume them.`)];
  if (state === 'RUNNING') {
    const step = running && ` It is at ${running.step}.`;
    return [...failed, reason('roundRunning', provider, `A round over ${name} is under way.${step ?? ''}`)];
  }
  if (state === 'WAITING') {
    return [...failed, reason('waitingForRound', provider, `A round over ${name} begins or goes on within minutes.`)];
  }
  if (lastRound) return failed;
  const at = nextRound === undefined ? 'Ask for one.' : `The next one begins at ${timestamp(nextRound)}.`;
  return [reason('waitingForRound', provider, `No round over ${name} has ended yet. ${at}`)];
}

function ofSelection({ provider, connection, credential, organizations }: ProviderFacts): SyncReason[] {
  const { accepts, displayName } = providerOf(provider);
  if (!accepts.includes('organizationStates') || !connection?.lastRound?.isComplete) return [];
  if (organizations.some(({ status }) => status === 'SELECTED')) return [];
  const page =
    organizations.find(({ managementUri }) => managementUri)?.managementUri ?? selectionPage(provider, credential);
  const words = `The account is connected, but no organization is selected. The grower selects them at ${displayName}.`;
  return [reason('nothingSelected', provider, words, { page })];
}

/** The page on which a grower selects organizations for the application. */
export function selectionPage(provider: ProviderKey, credential: ProviderFacts['credential']): string | undefined {
  const { selectionPage: page, grant } = providerOf(provider);
  const client = credential?.shown[grant?.client?.id ?? 'clientId'];
  return typeof client === 'string' ? page?.replace('{client}', encodeURIComponent(client)) : undefined;
}

function ofSwitches({ provider, settings }: ProviderFacts, port: Port): SyncReason[] {
  if (port === 'fields' && !settings.fieldsAutoSync) {
    const words = 'The setting fieldsAutoSync is off: fields come when they are asked for with POST …/fields/sync.';
    return [reason('fieldsAutoSyncOff', provider, words)];
  }
  if (port !== 'files') return [];
  const months = settings.operationsProcessingRange;
  const range = `Files of work before the last ${months} months are not fetched (the setting operationsProcessingRange).`;
  return [
    ...(settings.operationsAutoSync
      ? []
      : [reason('operationsAutoSyncOff', provider, 'The setting operationsAutoSync is off: no files are fetched.')]),
    reason('outsideDateRange', provider, range),
  ];
}

const wordOf: Record<Port, string> = {
  organizations: 'Organizations',
  fields: 'Fields',
  files: 'Files',
  assets: 'Machines, implements and operators',
  layers: 'Layers',
  sending: 'Boundaries that are sent',
  push: 'Notifications of changes',
  irrigation: 'Irrigation',
  prescriptions: 'Prescriptions',
};

function failureOf(connection: SyncedConnection | undefined): string | undefined {
  const failed = connection?.lastRound?.problems.find(({ code }) => code === 'providerFailed');
  return failed?.message ?? connection?.irrigationRound?.problem;
}
