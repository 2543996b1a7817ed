import * as z from 'zod';
import { jsonOf, type SandboxAnswer } from '../server/exchange.ts';
import { contentFilled } from '../world/samples.ts';
import { axiomType, found, link, refuse, unknown } from './answers.ts';
import { type Call, type DeereRoute, isoTime, route } from './call.ts';
import { fileDocument } from './files.ts';
import { list } from './lists.ts';
import type { Transfer } from './world.ts';

const maxBytes = 800 * 1024 * 1024;
const transferSchema = z.looseObject({ links: z.array(z.looseObject({ rel: z.string(), uri: z.string() })) });

export const fileTransferRoutes: DeereRoute[] = [
  route('POST', '/organizations/{organization}/fileTransfers', 'createTransfer', ['files'], (call) => start(call)),
  route('GET', '/organizations/{organization}/fileTransfers', 'transfers', ['files'], (call) =>
    list(
      call,
      transfers(call).map((one) => document(call, one)),
      false,
    ),
  ),
  route('GET', '/fileTransfers', 'transfers', ['files'], (call) =>
    list(
      call,
      [...call.world.transfers.values()].map((one) => document(call, one)),
      false,
    ),
  ),
  route('GET', '/fileTransfers/{transfer}', 'transfer', ['files'], (call) => {
    const transfer = call.world.transfers.get(call.parameters.transfer ?? '');
    return transfer ? found(document(call, transfer)) : unknown('file transfer');
  }),
];

const transfers = ({ world, parameters }: Call): Transfer[] =>
  [...world.transfers.values()].filter(({ organizationId }) => organizationId === parameters.organization);

function start(call: Call): SandboxAnswer {
  const { data } = transferSchema.safeParse(jsonOf(call));
  const uri = (rel: string) => data?.links.find((one) => one.rel === rel)?.uri;
  const fileId = uri('file')?.split('/').at(-1) ?? '';
  const machineId = uri('equipment')?.split('=').at(-1) ?? uri('machine')?.split('/').at(-1) ?? '';
  const file = call.world.files.get(fileId);
  if (!file || file.organizationId !== call.parameters.organization) {
    return refuse(400, { message: 'The file was not found.', field: 'links', invalidValue: fileId });
  }
  if (![...call.world.equipment.values()].some(({ principalId }) => String(principalId) === machineId)) {
    return refuse(400, { message: 'The machine was not found.', field: 'links', invalidValue: machineId });
  }
  if (!file.filling || contentFilled(file.filling).length > maxBytes) {
    return refuse(400, {
      message: 'Files without content, and of more than 800 MB, are not transferred.',
      field: 'links',
      invalidValue: fileId,
    });
  }
  const id = String(4_000_000 + call.world.nextNumber());
  const organizationId = call.parameters.organization ?? '';
  call.world.transfers.set(id, { id, organizationId, fileId, machineId, started: isoTime(call.now) });
  // The documents give the address in the body as well, with 200.
  const location = `${call.platform}/fileTransfers/${id}`;
  return { status: 200, headers: { location, 'content-type': axiomType }, body: { Location: location } };
}

function document(call: Call, { id, organizationId, fileId, machineId, started }: Transfer) {
  const { platform, world } = call;
  const file = world.files.get(fileId);
  return {
    '@type': 'FileTransfer',
    ...(file && { file: fileDocument(call, file) }),
    ...{ source: 'HOST', transferInitiationTime: started, lastUpdatedTime: started, status: 'WDT_IN_PROCESS' },
    links: [
      link('file', `${platform}/files/${fileId}`),
      link('machine', `${platform}/machines/${machineId}`),
      link('owningOrganization', `${platform}/organizations/${organizationId}`),
      link('self', `${platform}/fileTransfers/${id}`),
    ],
    id,
  };
}
