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
import { createdNothing } from '../created-nothing.ts';
import type { Needs } from '../provider-adapter.ts';
import { download } from '../transport/download.ts';
import { jsonOf, nothing } from '../transport/expects.ts';
import { axiom, deereList, lastSegment, untold } from './lists.ts';

const name = 'John Deere';
/** The provider sends files of more than 50 MB in ranges only. */
const rangeBytes = 32 * 1024 * 1024;
/** Clocks differ; a file that was created so much before the attempt may be its own. */
const skewMilliseconds = 5 * 60_000;

const fileSchema = z.looseObject({
  id: providerIdSchema,
  name: z.string().max(255).default(''),
  type: z.string().max(100).default('UNKNOWN'),
  status: z.string().max(100).default('UNKNOWN'),
  createdTime: z.string().max(40).default(''),
});
type DeereFile = z.output<typeof fileSchema>;

/** A file whose bytes have not arrived. The texts of the provider write it in both ways. */
const isPending = ({ status }: DeereFile): boolean => /^upload[_ ]pending$/i.test(status);
const isPrescription = ({ type }: DeereFile): boolean => type.toUpperCase() === 'PRESCRIPTION';

/** Prescriptions of John Deere Operations Center: files of an organization, which are created by name and then filled. */
export function deerePrescriptions(account: OpenAccount, { downloads }: Needs<'prescriptions'>): PrescriptionProvider {
  return {
    send: (sending) => sendTo(account, sending),

    async follow({ providerId }) {
      const file = await fileOf(account, providerId);
      return file && stateOf(file);
    },

    async *list({ organizationId = '' }) {
      const path = `/organizations/${encodeURIComponent(organizationId)}/files`;
      for await (const file of deereList(account, path, fileSchema, untold)) {
        if (isPrescription(file)) yield { id: file.id, name: file.name };
      }
    },

    async find(fileId) {
      const file = await fileOf(account, fileId);
      return file && isPrescription(file) && !isPending(file) ? { id: file.id, name: file.name } : undefined;
    },

    download: (fileId, target) => {
      const url = new URL(`${account.api}/files/${encodeURIComponent(fileId)}`);
      const headers = { accept: 'application/octet-stream' };
      return download(
        { name, contentType: 'application/zip', rangeBytes, url, headers, ...target },
        downloads(account),
      );
    },

    close: () => account.transport.flush(),
  };
}

/** `marks` has `file`, and `creating` while it is not known whether the file was created. */
async function sendTo(account: OpenAccount, sending: PrescriptionSending): Promise<PrescriptionState> {
  const { organizationId, marks, content, note, claim, patience } = sending;
  if (organizationId === undefined) {
    throw new ProviderProblem('malformed', `${name} needs the organization that receives the prescription.`);
  }
  const organization = `/organizations/${encodeURIComponent(organizationId)}`;
  let id = marks.file ?? (marks.creating && (await createdBefore(account, organization, sending)));
  while (id === undefined) {
    await note({ creating: 'true' });
    const created = await createFile(account, organization, sending);
    if (await claim(created)) id = created;
  }
  if (marks.file === undefined) await note({ file: id });
  else {
    // An earlier attempt may have sent the bytes without seeing the answer.
    const file = await fileOf(account, id, patience());
    if (file && !isPending(file)) return stateOf(file);
  }
  const filled = await account.transport.send({
    method: 'PUT',
    url: new URL(`${account.api}/files/${encodeURIComponent(id)}`),
    headers: { accept: axiom },
    body: { bytes: content, contentType: 'application/zip' },
    expects: nothing,
    waitMilliseconds: patience(),
  });
  acceptedBy(name, filled);
  return { kind: 'sent', providerId: id };
}

async function createFile(
  { transport, api }: OpenAccount,
  organization: string,
  { name: fileName, note, patience }: PrescriptionSending,
): Promise<string> {
  const created = await transport.send({
    method: 'POST',
    url: new URL(`${api}${organization}/files`),
    headers: { accept: axiom, 'content-type': axiom },
    body: { json: { name: fileName } },
    expects: nothing,
    waitMilliseconds: patience(),
  });
  // The next attempt creates it as this one did, and gets the same words.
  if (created.kind === 'failed' && createdNothing(created.failure)) await note({});
  acceptedBy(name, created);
  const id = created.kind === 'answered' ? lastSegment(created.headers.location) : undefined;
  if (id === undefined) throw new ProviderProblem('malformed', `${name} created a file without saying its URL.`);
  return id;
}

/** The empty file of this name that an interrupted attempt has created, if it has. */
async function createdBefore(
  account: OpenAccount,
  organization: string,
  { name: fileName, begunTime, claim }: PrescriptionSending,
): Promise<string | undefined> {
  const from = begunTime - skewMilliseconds;
  const path = `${organization}/files?startDate=${encodeURIComponent(new Date(from).toISOString())}`;
  for await (const file of deereList(account, path, fileSchema, untold)) {
    const isOfAttempt = Date.parse(file.createdTime) >= from;
    if (file.name === fileName && isPending(file) && isOfAttempt && (await claim(file.id))) return file.id;
  }
  return undefined;
}

async function fileOf(
  { transport, api }: OpenAccount,
  id: string,
  waitMilliseconds?: number,
): Promise<DeereFile | undefined> {
  const outcome = await transport.send({
    url: new URL(`${api}/files/${encodeURIComponent(id)}`),
    headers: { accept: axiom },
    expects: jsonOf(fileSchema),
    ...(waitMilliseconds !== undefined && { waitMilliseconds }),
  });
  if (outcome.kind === 'failed' && outcome.failure.kind === 'missing') return undefined;
  return acceptedBy(name, outcome);
}

/** A file that is ready can be sent to machines; one that is no valid prescription gets another type. */
function stateOf(file: DeereFile): PrescriptionState {
  const { id: providerId, status, type } = file;
  if (type.toUpperCase() === 'INVALID') {
    return { kind: 'refused', providerId, status: type, reason: `${name} finds the file invalid.` };
  }
  const isReady = isPrescription(file) && status.toUpperCase() === 'READY';
  return { kind: isReady ? 'taken' : 'sent', providerId, status };
}
