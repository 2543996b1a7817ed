import * as z from 'zod';
import type {
  PrescriptionProvider,
  PrescriptionSending,
  PrescriptionState,
} from '../../../domain/prescriptions/prescription-provider.ts';
import { providerIdSchema } from '../../../domain/providers/provider-id.ts';
import { ProviderProblem } from '../../../domain/sync/provider-problem.ts';
import { acceptedBy } from '../accepted-by.ts';
import type { OpenAccount } from '../account.ts';
import { anyCase } from '../any-case.ts';
import { jsonOf, nothing } from '../transport/expects.ts';

const name = 'Trimble';

const id = z.union([providerIdSchema, z.int().transform(String)]);
/** Absent, null, an empty text and 0 are no error. */
const errorCode = z
  .union([z.string().max(500), z.number()])
  .nullish()
  .transform((code) => (code === null || code === undefined || code === '' || code === 0 ? undefined : String(code)));
const fileSchema = z.looseObject({ rxid: id.nullish(), errorcode: errorCode });
const createdSchema = z.looseObject({ jobid: id });
const jobSchema = z.looseObject({
  status: z.string().max(200).nullish(),
  // The provider's samples read it as a list and as an object.
  rxfileinfo: z
    .union([z.array(fileSchema).max(1_000), fileSchema.transform((file) => [file])])
    .nullish()
    .transform((files) => files ?? []),
});

/** Prescriptions of Trimble Ag: an import job of an organization, which is created with the rate column and then gets the zip. A job is known by its id; there is no list. */
export function trimblePrescriptions(account: OpenAccount): PrescriptionProvider {
  return {
    send: (sending) => sendTo(account, sending),
    follow: ({ organizationId = '', providerId }) => stateOfJob(account, jobsOf(account, organizationId), providerId),
    close: () => account.transport.flush(),
  };
}

/**
 * `marks` has `job`, whose file is sent to no other one, and `creating` once the file may have arrived. A job that was created without its answer has no file, and imports nothing.
 */
async function sendTo(account: OpenAccount, sending: PrescriptionSending): Promise<PrescriptionState> {
  const { organizationId, marks, note, content, patience } = sending;
  if (organizationId === undefined) {
    throw new ProviderProblem('malformed', `${name} needs the organization that receives the prescription.`);
  }
  const jobs = jobsOf(account, organizationId);
  const job = marks.job ?? (await createJob(account, jobs, sending));
  const isRepeated = marks.creating !== undefined;
  if (isRepeated) {
    const state = await stateOfJob(account, jobs, job, patience());
    if (!state) throw lost();
    if (state.kind !== 'sent') return state;
  }
  await note({ job, creating: 'true' });
  const outcome = await account.transport.send({
    method: 'PATCH',
    url: new URL(`${jobs}/${encodeURIComponent(job)}`),
    body: { bytes: content, contentType: 'application/zip' },
    expects: nothing,
    waitMilliseconds: patience(),
  });
  const status = outcome.kind === 'failed' ? outcome.failure.status : undefined;
  // The job has the file of an earlier attempt.
  if (isRepeated && status === 409) return { kind: 'sent', providerId: job };
  // A job that is gone before its file has arrived is replaced by the next attempt.
  if (!isRepeated && status === 404) await note({});
  acceptedBy(name, outcome);
  return { kind: 'sent', providerId: job };
}

async function createJob(
  { transport }: OpenAccount,
  jobs: string,
  { name: fileName, rateColumn, rateUnit, note, patience }: PrescriptionSending,
): Promise<string> {
  const outcome = await transport.send({
    method: 'POST',
    url: new URL(jobs),
    // No devices: the prescription is sent to the organization, whose people send it to displays.
    body: { json: { fileName, rateColumn, rateUnit, deviceIds: null } },
    expects: jsonOf(anyCase(createdSchema)),
    waitMilliseconds: patience(),
  });
  const { jobid: job } = acceptedBy(name, outcome);
  await note({ job });
  return job;
}

/** What has become of a job; undefined if the provider does not know it. Without an entry for its file it has none yet, or is importing it. */
async function stateOfJob(
  { transport }: OpenAccount,
  jobs: string,
  job: string,
  waitMilliseconds?: number,
): Promise<PrescriptionState | undefined> {
  const outcome = await transport.send({
    url: new URL(`${jobs}/${encodeURIComponent(job)}`),
    expects: jsonOf(anyCase(jobSchema)),
    ...(waitMilliseconds !== undefined && { waitMilliseconds }),
  });
  if (outcome.kind === 'failed' && outcome.failure.kind === 'missing') return undefined;
  const { status, rxfileinfo: files } = acceptedBy(name, outcome);
  const shown = { providerId: job, ...(status && { status }) };
  const errors = files.flatMap(({ errorcode }) => errorcode ?? []);
  if (errors.length > 0) {
    return { ...shown, kind: 'refused', reason: `${name} cannot import the prescription: ${errors.join(', ')}.` };
  }
  return { ...shown, kind: files.length > 0 ? 'taken' : 'sent' };
}

function jobsOf({ api }: OpenAccount, organizationId: string): string {
  return `${api}/prescriptions/${encodeURIComponent(organizationId)}/rx/importjob`;
}

function lost(): ProviderProblem {
  const message = `${name} no longer knows the import job. Look there whether the prescription has arrived before you send it again.`;
  return new ProviderProblem('missing', message);
}
