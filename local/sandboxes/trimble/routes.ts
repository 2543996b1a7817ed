import * as z from 'zod';
import { jsonOf, Refusal, type SandboxAnswer, type SandboxRequest } from '../server/exchange.ts';
import type { Matched, Route } from '../server/routes.ts';
import { collections, type ImportJob, type Organization, type TrimbleWorld } from './world.ts';

/** What handlers get: a call whose token and scope have been checked. */
export interface Call extends SandboxRequest, Matched {
  world: TrimbleWorld;
  uuid(name: string): string;
}

/** The shape of the provider's refusals is not public: an object with a message. */
export const refusal = (status: number, message: string): SandboxAnswer => ({ status, body: { message } });

const refuse = (status: number, message: string): never => {
  throw new Refusal(refusal(status, message));
};

const jobSchema = z.object({
  filename: z.string().min(1),
  ratecolumn: collections.importJobs.shape.rateColumn,
  rateunit: collections.importJobs.shape.rateUnit,
  deviceids: collections.importJobs.shape.deviceIds,
});

export const trimbleRoutes: Route<Call>[] = [
  {
    ...{ method: 'GET', path: '/config/organizations', kind: 'organizations' },
    run: ({ world, base }) => ({
      status: 200,
      body: {
        result: authorizedIn(world).map(({ isAuthorized, ...shown }) => ({
          ...shown,
          links: [{ rel: 'self', href: `${base}/config/organizations/${shown.id}` }],
        })),
        bookmark: { token: null, moreResults: 'false' },
      },
    }),
  },
  {
    ...{ method: 'POST', path: '/prescriptions/{organization}/rx/importjob', kind: 'createImportJob' },
    run(call) {
      const organization = organizationOf(call);
      const { data, error } = jobSchema.safeParse(withoutCase(jsonOf(call)));
      if (!data) return refuse(400, z.prettifyError(error));
      const job: ImportJob = {
        ...call.world.importing,
        id: call.uuid(`import job ${call.world.nextNumber()}`),
        organizationId: organization.id,
        fileName: data.filename,
        rateColumn: data.ratecolumn,
        rateUnit: data.rateunit,
        deviceIds: data.deviceids,
      };
      call.world.importJobs.set(job.id, job);
      return { status: 200, body: { jobId: job.id } };
    },
  },
  {
    ...{ method: 'PATCH', path: '/prescriptions/{organization}/rx/importjob/{job}', kind: 'uploadPrescription' },
    run(call) {
      const job = jobOf(call);
      if (call.body.length === 0) refuse(400, 'The file is missing.');
      if (job.content) refuse(409, 'The import job has its file already.');
      job.content = { base64: call.body.toString('base64') };
      return { status: 204 };
    },
  },
  {
    ...{ method: 'GET', path: '/prescriptions/{organization}/rx/importjob/{job}', kind: 'importJob' },
    run(call) {
      const job = jobOf(call);
      return { status: 200, body: shown(job, call.uuid) };
    },
  },
];

/** A job, which goes on with each question once it has its file. */
function shown(job: ImportJob, uuid: (name: string) => string): object {
  if (!job.content) return { jobId: job.id, status: 'Created', rxFileInfo: [] };
  if (job.remaining > 0) {
    job.remaining -= 1;
    return { jobId: job.id, status: 'Importing', rxFileInfo: [] };
  }
  const { errorCode } = job;
  const isZip = Buffer.from(job.content.base64.slice(0, 8), 'base64').subarray(0, 2).toString() === 'PK';
  const failed = errorCode ?? (isZip ? null : 'InvalidFile');
  const rxId = failed === null ? uuid(`prescription of ${job.id}`) : null;
  return {
    ...{ jobId: job.id, status: failed === null ? 'Completed' : 'Failed' },
    rxFileInfo: [{ rxName: job.fileName, rxId, errorCode: failed }],
  };
}

function authorizedIn({ organizations, isNothingSelected }: TrimbleWorld): Organization[] {
  return isNothingSelected ? [] : [...organizations.values()].filter(({ isAuthorized }) => isAuthorized);
}

function organizationOf({ world, parameters }: Call): Organization {
  const id = parameters.organization?.toLowerCase();
  if (!world.organizations.has(id ?? '')) return refuse(404, 'The organization was not found.');
  const found = authorizedIn(world).find((one) => one.id === id);
  return found ?? refuse(403, 'The organization has not authorized the application.');
}

function jobOf(call: Call): ImportJob {
  const organization = organizationOf(call);
  const job = call.world.importJobs.get(call.parameters.job?.toLowerCase() ?? '');
  return job?.organizationId === organization.id ? job : refuse(404, 'The import job was not found.');
}

/** The provider reads members in any case. */
function withoutCase(document: unknown): unknown {
  if (typeof document !== 'object' || document === null || Array.isArray(document)) return document;
  return Object.fromEntries(Object.entries(document).map(([name, value]) => [name.toLowerCase(), value]));
}
