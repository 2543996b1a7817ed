import type { Settings } from '../configuration/configuration.ts';
import type { ProviderKey } from '../providers/providers.ts';
import type { Polled } from '../transport/polling.ts';
import type { UserSubject } from '../work/work-stores.ts';
import type { ProviderLink } from './field-provider.ts';
import type { ProvidedFile } from './file-provider.ts';

/** A file that is to be fetched. */
export interface DueFile {
  file: ProvidedFile;
  /** The provider is making it since then. */
  polled?: Polled | undefined;
  /** Why it could not be fetched the last time. */
  problem?: string | undefined;
  /** When a worker began to fetch it; it may have died since. */
  fetchedSince?: string | undefined;
}

/** The beginning of a round of files, stored so that its owner can see it. */
export interface FileRound {
  startedTime: string;
  /** How many lists it reads. */
  lists: number;
}

/** A file that was fetched or refused, in the state of which it was. */
export interface EndedFile {
  file: ProvidedFile;
  status: 'fetched' | 'refused';
  batchId: string;
  /** The words of the provider that refused it. */
  problem?: string | undefined;
  /** The consent with which it was asked for: a refused file is asked for again after another one. */
  consent?: string | undefined;
}

/** Stores which files of a user are to be fetched, and which were. */
export interface ProviderFileStore {
  /** Notes that a file has been listed; true if it is to be fetched, because it is new, has changed or was refused before the last consent. Throws `SubjectGone`. */
  note(user: UserSubject, provider: ProviderKey, file: ProvidedFile, consent: string): Promise<boolean>;
  due(user: UserSubject, provider: ProviderKey): Promise<DueFile[]>;
  get(user: UserSubject, provider: ProviderKey, fileKey: string): Promise<{ due?: DueFile; ended?: EndedFile }>;
  /** All that were fetched or refused. About 300 read units for 5,000. */
  ended(user: UserSubject, provider: ProviderKey): AsyncIterable<EndedFile>;
  /** Stores how far a file has come that is still to be fetched in this state. */
  wait(user: UserSubject, provider: ProviderKey, due: DueFile): Promise<void>;
  /** Stores an end. The file stays due if it has changed since. Throws `SubjectGone`. */
  end(user: UserSubject, provider: ProviderKey, ended: EndedFile): Promise<void>;
}

/** Identifies a file among those of a user's account. @example providerFileKey({ kind: 'logged', id: '57' }) // logged#57 */
export function providerFileKey({ kind, id }: Pick<ProvidedFile, 'kind' | 'id'>): string {
  return `${kind}#${id}`;
}

/** Names a consent of a grower: a credential, and when it was last consented to anew. */
export function consentOf({
  credentialId = '',
  renewedTime = '',
}: Pick<ProviderLink, 'credentialId' | 'renewedTime'>): string {
  return `${credentialId}#${renewedTime}`;
}

/** When the work of a file ended, or the file last changed if that is later, in milliseconds since 1970. */
export function timeOfFile({ modifiedTime, endTime }: Pick<ProvidedFile, 'modifiedTime' | 'endTime'>): number {
  return Math.max(0, ...[modifiedTime, endTime].map((time) => Date.parse(time ?? '')).filter(Number.isFinite));
}

/** Whether a field at the provider, or any of an organization or of the account, is enabled. */
type IsEnabled = (of: { fieldId: string } | { organizationId: string | undefined }) => boolean;

/** Whether a file is fetched now: it is within the months of the settings, and one of its fields is enabled. */
export function isFileWanted(
  file: ProvidedFile,
  settings: Pick<Settings, 'operationsProcessingRange'>,
  isEnabled: IsEnabled,
  now: number,
): boolean {
  return isInRange(file, settings, now) && isOfEnabled(file, isEnabled);
}

/** Whether the work of a file ended within the months of the settings. */
export function isInRange(
  file: ProvidedFile,
  { operationsProcessingRange }: Pick<Settings, 'operationsProcessingRange'>,
  now: number,
): boolean {
  const since = new Date(now);
  since.setUTCMonth(since.getUTCMonth() - operationsProcessingRange);
  return timeOfFile(file) >= since.getTime();
}

/** Whether one of the fields of a file is enabled; a file that names no field needs one in its organization. */
export function isOfEnabled({ fieldIds, organizationId }: ProvidedFile, isEnabled: IsEnabled): boolean {
  return fieldIds.length === 0 ? isEnabled({ organizationId }) : fieldIds.some((fieldId) => isEnabled({ fieldId }));
}
