import * as z from 'zod';
import type { PrescriptionTarget } from '../../../domain/prescriptions/zip-rules.ts';
import { providerAt, providerOf } from '../../../domain/providers/providers.ts';
import { downloadResponses } from '../../http/body/download.ts';
import { defineEndpoints } from '../../http/endpoint.ts';
import { userInPath } from '../../http/existence.ts';
import { prescriptionSchema, providerSideId, userPath } from './upload-endpoints.ts';

const errors = {
  502: 'The provider refuses the request, with its status in `providerStatus`, or cannot be reached.',
  503: 'The provider has no URL here, or answers partners alone (`partnerGatewayMissing`).',
};
const conflict = 'The user has not connected the provider.';

function list<const Segment extends PrescriptionTarget, Query extends z.ZodRawShape>(segment: Segment, query: Query) {
  return {
    method: 'GET',
    path: `/users/{svcUserId}/${segment}`,
    summary: `List the prescriptions at ${providerOf(providerAt(segment)).displayName}`,
    description: 'Beta. Read from the provider, whoever has sent them there.',
    access: 'owner',
    beta: true,
    params: userPath,
    exists: { user: userInPath },
    query: z.strictObject(query),
    conflict,
    errors,
    responses: { 200: { description: 'All of them, unordered.', schema: z.array(prescriptionSchema) } },
  } as const;
}

/** What providers say of prescriptions. */
export const listEndpoints = defineEndpoints({
  listRavenSlingshotPrescriptions: list('ravenSlingshot', {}),
  listJohnDeerePrescriptions: list('johnDeere', {
    organizationId: providerSideId.describe('Id of the organization at the provider whose files are listed.'),
  }),
  listCnhiPrescriptions: list('cnhi', {
    companyId: providerSideId.describe('The `providerOrganizationId` of the grower.'),
  }),
  getJohnDeerePrescriptionUrl: {
    method: 'GET',
    path: '/users/{svcUserId}/johnDeere/download',
    summary: 'Get the URL of a prescription at John Deere',
    description: 'Beta. The URL is on this API, since the provider’s own needs the token of the grower.',
    access: 'owner',
    beta: true,
    params: userPath,
    exists: { user: userInPath },
    query: z.strictObject({ fileId: providerSideId.describe('The id that the provider gave it.') }),
    conflict,
    errors,
    responses: {
      200: {
        description: 'The URL, which needs the bearer token.',
        schema: z
          .object({ fileUrl: z.url().describe('A URL at the provider from which the file can be fetched.') })
          .meta({ id: 'PrescriptionUrl' }),
      },
    },
  },
  downloadJohnDeerePrescription: {
    method: 'GET',
    path: '/users/{svcUserId}/johnDeere/files/{fileId}',
    summary: 'Download a prescription from John Deere',
    description:
      'Beta. A file that takes longer than a request may is 504 `providerTimedOut`; the next request goes on with it.',
    access: 'owner',
    addition: true,
    beta: true,
    params: userPath.extend({ fileId: providerSideId.describe('The id that the provider gave it.') }),
    exists: { user: userInPath, file: 'ownRead' },
    conflict,
    errors: { ...errors, 504: 'The provider did not deliver all of it in time. Ask again: it goes on.' },
    responses: downloadResponses,
  },
});
