import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import { Problem } from '../../../domain/errors.ts';
import type {
  PrescriptionProvider,
  PrescriptionSending,
  PrescriptionState,
} from '../../../domain/prescriptions/prescription-provider.ts';
import { ProviderProblem } from '../../../domain/sync/provider-problem.ts';
import type { Outcome } from '../../../domain/transport/outcome.ts';
import { acceptedBy } from '../accepted-by.ts';
import type { OpenAccount } from '../account.ts';
import { createdNothing } from '../created-nothing.ts';
import type { Needs } from '../provider-adapter.ts';
import { bytesUpTo } from '../transport/expects.ts';
import { askSlingshot, mapPages, name } from './documents.ts';
import { multipartOf } from './multipart.ts';

/** So long after an upload without an answer its map may still appear in the list. */
const settlingMilliseconds = 60_000;
const maxAnswerBytes = 100_000;

const detailSchema = z.looseObject({ status: z.string().max(200).default('') });

/** Prescription maps of Raven Slingshot: files of an account, known by their names to displays. */
export function slingshotPrescriptions(account: OpenAccount, { clock }: Needs<'prescriptions'>): PrescriptionProvider {
  const follow = async (id: string): Promise<PrescriptionState | undefined> => {
    try {
      const { status } = await askSlingshot(account, `/prescriptionmaps/${encodeURIComponent(id)}`, detailSchema);
      return stateOf(id, status);
    } catch (problem) {
      if (problem instanceof ProviderProblem && problem.kind === 'missing') return undefined;
      throw problem;
    }
  };
  return {
    async send(sending) {
      const { map } = sending.marks;
      if (map !== undefined) return (await follow(map)) ?? { kind: 'sent', providerId: map };
      return sendTo(account, sending, clock);
    },
    follow: ({ providerId }) => follow(providerId),
    async *list() {
      for await (const { maps } of mapPages(account))
        yield* maps.map(({ id, name: mapName }) => ({ id, name: mapName }));
    },
    close: () => account.transport.flush(),
  };
}

/**
 * `marks` has `map`, the id; `creating`, when an upload began whose answer is not known; and `page`, up to which the list has been searched. A map of the name that was not there before
 * the upload is that of the upload.
 */
async function sendTo(
  account: OpenAccount,
  sending: PrescriptionSending,
  clock: { now(): number },
): Promise<PrescriptionState> {
  const { marks, note, claim, name: fileName } = sending;
  const uploading = marks.creating === undefined ? undefined : Number(marks.creating);
  const found = await mapNamed(account, sending);
  if (uploading === undefined && found !== undefined) throw nameTaken(fileName);
  if (found !== undefined) {
    await note({ map: found });
    return { kind: 'sent', providerId: found };
  }
  const settles = uploading === undefined ? 0 : uploading + settlingMilliseconds - clock.now();
  if (settles > 0) throw unsettled(settles);
  await note({ creating: String(clock.now()) });
  const outcome = await upload(account, sending);
  // Nothing was stored: the next attempt need not wait.
  if (outcome.kind === 'failed' && createdNothing(outcome.failure)) await note({});
  const answer = acceptedBy(name, outcome);
  const location = outcome.kind === 'answered' ? outcome.headers.location : undefined;
  const id = idIn(location ?? '') ?? idIn(Buffer.from(answer).toString('utf8'));
  if (id === undefined) throw unsettled(settlingMilliseconds);
  await claim(id);
  await note({ map: id });
  return { kind: 'sent', providerId: id };
}

/** The id of a map of this name; before an upload of any, and after one of one that belongs to no other attempt. */
async function mapNamed(
  account: OpenAccount,
  { name: fileName, marks, note, claim, patience }: PrescriptionSending,
): Promise<string | undefined> {
  const isAfter = marks.creating !== undefined;
  for await (const { page, maps, isLast } of mapPages(account, { from: Number(marks.page ?? 0), patience })) {
    for (const one of maps) {
      if (one.name === fileName && (!isAfter || (await claim(one.id)))) return one.id;
    }
    if (!isLast) await note({ ...(isAfter && { creating: marks.creating ?? '' }), page: String(page + 1) });
  }
  return undefined;
}

function upload(
  { transport, api }: OpenAccount,
  { name: fileName, content, patience }: PrescriptionSending,
): Promise<Outcome<Uint8Array>> {
  const file = { field: 'FileName', name: fileName, content };
  return transport.send({
    method: 'POST',
    url: new URL(`${api}/prescriptionmaps`),
    headers: { accept: 'application/json' },
    body: multipartOf(file, { FileType: 'RX' }, `furrow-${randomUUID()}`),
    expects: bytesUpTo(maxAnswerBytes),
    waitMilliseconds: patience(),
  });
}

/** The id at the end of a map's URL. */
function idIn(text: string): string | undefined {
  return /\/prescriptionmaps\/([\w-]{1,200})/i.exec(text)?.[1];
}

function stateOf(providerId: string, status: string): PrescriptionState {
  if (/FAIL|ERR|INVALID|NOT_FOUND/i.test(status)) {
    return { kind: 'refused', providerId, status, reason: `${name} says ${status}.` };
  }
  const isTaken = status === 'SENT_TO_DEVICE' || status === 'CONVERSION_STATUS_SUCCESS';
  return { kind: isTaken ? 'taken' : 'sent', providerId, ...(status !== '' && { status }) };
}

function nameTaken(fileName: string): Problem {
  const message = `${name} has a prescription map named ${fileName} already. Displays overwrite or drop a second one of the same name: give the file another name.`;
  return new Problem('conflict', message, { errorKey: 'prescriptionNameTaken' });
}

function unsettled(milliseconds: number): ProviderProblem {
  const message = `${name} has not said whether the prescription has arrived. Ask again: its list shows it within a minute.`;
  return new ProviderProblem('unreachable', message, { retryAfterSeconds: Math.ceil(milliseconds / 1_000) });
}
