import type { FileTarget } from '../sync/file-provider.ts';
import type { Downloaded } from '../transport/download.ts';

/**
 * What is known of an attempt at the provider, by names of the adapter, such as `{ file: '577500001' }`. Stored between steps, so that an interrupted attempt goes on, or asks the
 * provider what has arrived, and sends nothing twice. Marks of `progressMarks` say how far an attempt is; the record of the prescription shows all others as what remains at the provider.
 */
export type SendingMarks = Readonly<Record<string, string>>;

export const progressMarks: ReadonlySet<string> = new Set(['creating', 'uploading', 'step', 'page']);

/** An attempt to send a prescription to a provider. */
export interface PrescriptionSending {
  /** A UUID, the same in each attempt at this prescription. */
  id: string;
  /** The name of the file, which ends with `.zip` and has been checked against the provider's rules. */
  name: string;
  /** The zip, byte for byte as it was received. */
  content: Uint8Array;
  /** The organization at the provider that receives it, where it has any. */
  organizationId?: string | undefined;
  /** The column of the shapefile with the rates, where the provider asks for it. */
  rateColumn?: string | undefined;
  rateUnit?: string | undefined;
  /** When the first attempt began, in milliseconds since 1970. */
  begunTime: number;
  /** What earlier attempts have noted. */
  marks: SendingMarks;
  /** Stores all marks, in place of those before. Called before each request that creates something, and after it, before the next request. */
  note(marks: SendingMarks): Promise<void>;
  /** Claims what the provider has created, by its id. False if it belongs to another attempt, which then must not be touched: both may have created something of the same name. */
  claim(providerId: string): Promise<boolean>;
  /**
   * The milliseconds that the next request may take (`waitMilliseconds`): what is left of the caller's time, at most the usual wait of a request.
   *
   * @throws ProviderProblem `unreachable` if nothing is left. The attempt is continued later.
   */
  patience(): number;
}

/**
 * What has become of a prescription at its provider. `sent`: the provider has all of it, and has not said more; `taken`: it says that it can be used; `refused`: it has it, and says that it
 * cannot be used.
 */
export interface PrescriptionState {
  kind: 'sent' | 'taken' | 'refused';
  /** The provider's id. Lists and downloads know it by this one. */
  providerId: string;
  /** The provider's own word, such as `READY`. */
  status?: string | undefined;
  /** Why it was refused, in the provider's words. */
  reason?: string | undefined;
}

/** A prescription that was sent, as far as its provider has to know it. */
export interface SentPrescription {
  providerId: string;
  organizationId?: string | undefined;
  marks: SendingMarks;
}

/** A prescription in a list of its provider. */
export interface ListedPrescription {
  id: string;
  name: string;
}

/**
 * The prescriptions of one account. Methods throw `ProviderProblem`: `refused` and `forbidden` for the account, `missing` for an unknown organization, `malformed` with the `status` of what the
 * provider finds wrong.
 */
export interface PrescriptionProvider {
  /** Sends a prescription, or continues an interrupted attempt. Resolves when the provider has all of it. */
  send(sending: PrescriptionSending): Promise<PrescriptionState>;
  /** Asks what has become of a prescription; undefined if the provider no longer has it. Absent where the wire does not tell. */
  follow?(sent: SentPrescription): Promise<PrescriptionState | undefined>;
  /** All prescriptions of the account or of one of its organizations, unordered. Absent where the provider has no list. */
  list?(asked: { organizationId?: string | undefined }): AsyncIterable<ListedPrescription>;
  /** The name of a file; undefined if the account has no such prescription. Absent where files cannot be downloaded. */
  find?(fileId: string): Promise<ListedPrescription | undefined>;
  /** Writes the content of a file into the bucket. */
  download?(fileId: string, target: FileTarget): Promise<Downloaded>;
  /** Writes the log of the account, at the end of a request. */
  close(): Promise<void>;
}
