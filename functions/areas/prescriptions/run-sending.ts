import { buffer } from 'node:stream/consumers';
import { Problem } from '../../../domain/errors.ts';
import type { RequestedFile } from '../../../domain/parser-attempts.ts';
import type { PrescribedKind } from '../../../domain/prescriptions/planting.ts';
import type { PrescriptionSending } from '../../../domain/prescriptions/prescription-provider.ts';
import { progressMarks } from '../../../domain/prescriptions/prescription-provider.ts';
import { hasArrived, type StoredSending, withState } from '../../../domain/prescriptions/sending.ts';
import type { SendingRun } from '../../../domain/prescriptions/sending-store.ts';
import { providerOf } from '../../../domain/providers/providers.ts';
import { ProviderProblem } from '../../../domain/sync/provider-problem.ts';
import { checkZip, sumOf, warningsIn } from './receive-prescription.ts';
import { connectedAccount, toProblem } from './refusals.ts';
import type { PrescriptionsServices } from './services.ts';

/** A function that runs for so long has died. Its run is over by itself afterwards. */
const runMilliseconds = 30_000;
/** What ends so close to the time of the caller has ended because of it. */
const endMilliseconds = 200;

interface Asked {
  ownerId: string;
  svcUserId: string;
  id: string;
  /** When the caller has to be answered, in milliseconds since 1970. */
  until: number;
  /** The zip, if the request has it. */
  content?: Uint8Array;
  /** What it is for, if the request says so after the upload. */
  kind?: PrescribedKind | undefined;
}

/**
 * Sends the prescription of a record, or continues it. A record whose prescription has arrived stays as it is.
 *
 * @throws Problem 409, 502, 503 or 504 with `sendingId`; the record says the same.
 */
export async function runSending(asked: Asked, services: PrescriptionsServices): Promise<StoredSending> {
  const { ownerId, svcUserId, id } = asked;
  const { sendings, clock } = services;
  const run = await sendings.begin(ownerId, svcUserId, id, clock.now() + runMilliseconds);
  let record: StoredSending = run.sending;
  if (hasArrived(record)) {
    await run.end(record);
    return arrived(record);
  }
  const save = async (change: Partial<StoredSending>) => {
    record = { ...record, ...change };
    await run.save(record);
  };
  const { problem: _, ...unspoiled } = record;
  record = { ...unspoiled, ...(asked.kind && { kind: asked.kind }) };
  try {
    const content = asked.content ?? (await storedZip(record.objectKey, services));
    const checked = record.sha256 === undefined ? await firstCheck({ ownerId, content }, record, services) : {};
    await save({ ...checked, status: 'SENDING' });
    const state = await send({ ...asked, content }, record, run, save, services);
    record = withState(record, state, clock.now());
  } catch (error) {
    const failure = clock.now() > asked.until - endMilliseconds ? timedOut(record, error) : error;
    const { message, status } = said(failure);
    const isUnfit = failure instanceof Problem && failure.kind === 'invalid';
    const problem = { message, ...(status && { providerStatus: status }) };
    await run.end({ ...record, status: isUnfit ? 'FAILED' : 'INTERRUPTED', problem });
    throw withId(failure, id);
  }
  await run.end(record);
  return arrived(record);
}

async function send(
  { ownerId, svcUserId, id, until, content }: Asked & { content: Uint8Array },
  { provider, name, organizationId, rateColumn, rateUnit, marks, createdTime }: StoredSending,
  run: SendingRun,
  save: (change: Partial<StoredSending>) => Promise<void>,
  services: PrescriptionsServices,
) {
  const account = await connectedAccount({ ownerId, svcUserId }, provider, services);
  const sending: PrescriptionSending = {
    ...{ id, name, content, organizationId, rateColumn, rateUnit, marks },
    begunTime: Date.parse(createdTime),
    note: (noted) => save({ marks: noted, ...remainsOf(provider, noted) }),
    claim: run.claim,
    patience() {
      const left = until - services.clock.now();
      if (left <= 0) throw new ProviderProblem('unreachable', 'There is no time left for the next step.');
      return left;
    },
  };
  try {
    return await account.send(sending);
  } finally {
    await account.close();
  }
}

/** A zip that came in parts has not been looked at. */
async function firstCheck(file: RequestedFile, record: StoredSending, services: PrescriptionsServices) {
  const { findings } = await checkZip(file, record, services);
  return { ...warningsIn(findings), sha256: sumOf(file.content) };
}

export async function storedZip(
  objectKey: string,
  { files }: Pick<PrescriptionsServices, 'files'>,
): Promise<Uint8Array> {
  const stream = await files.getStream(objectKey);
  if (stream) return buffer(stream);
  const detail = 'The zip was stored for some days, and is no longer there. Send it again.';
  throw new Problem('notFound', detail, { errorKey: 'originalNotFound' });
}

/** What was created at the provider, by the words of its adapter. */
function remainsOf(provider: StoredSending['provider'], marks: StoredSending['marks']): Pick<StoredSending, 'remains'> {
  const created = Object.entries(marks).filter(([word]) => !progressMarks.has(word));
  const words = created.map(([word, id]) => `${word} ${id}`);
  return words.length === 0 ? {} : { remains: `At ${providerOf(provider).displayName}: ${words.join(', ')}.` };
}

/** @throws Problem 502 if the provider has refused what it has. */
function arrived(record: StoredSending): StoredSending {
  if (record.status !== 'FAILED') return record;
  const detail = record.problem?.message ?? 'The provider refuses the prescription.';
  const members = { sendingId: record.id };
  throw new Problem('upstream', detail, { errorKey: 'providerRefused', members });
}

function timedOut({ provider }: StoredSending, cause: unknown): Problem {
  const detail = `${providerOf(provider).displayName} has not taken all of it in time. Send the request again, with the same Idempotency-Key: it is continued, and nothing is sent twice.`;
  return new Problem('timeout', detail, { errorKey: 'providerTimedOut', cause });
}

function said(error: unknown): { message: string; status?: number | undefined } {
  if (error instanceof ProviderProblem || error instanceof Problem) {
    return { message: error.message, status: error instanceof ProviderProblem ? error.status : undefined };
  }
  return { message: 'An error in this service ended it.' };
}

/** The problem with the id of the record, by which it can be continued. */
function withId(error: unknown, sendingId: string): unknown {
  try {
    return toProblem(error);
  } catch (thrown) {
    if (!(thrown instanceof Problem)) return thrown;
    const { kind, message, errorKey, errors, retryAfterSeconds, members, cause } = thrown;
    return new Problem(kind, message, {
      ...{ errorKey: errorKey as never, members: { ...members, sendingId }, cause },
      ...(errors && { errors }),
      ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
    });
  }
}
