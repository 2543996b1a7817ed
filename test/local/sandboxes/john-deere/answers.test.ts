import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { deereRoutes } from '../../../../local/sandboxes/john-deere/routes.ts';
import { signedTokens } from '../../../../local/sandboxes/server/signed-tokens.ts';
import type { AskOptions } from '../sandbox-client.ts';
import { type Deere, deere } from './deere.ts';
import { hasDocuments, openDocument } from './documents.ts';

let sandbox: Deere;
beforeAll(async () => {
  sandbox = await deere();
});
afterAll(() => sandbox.close());

const field = 'fbf5c2c6-3e1a-4b0b-9dd9-e5f990f8ea44';
const [client, farm] = ['545d2b1e-0000-1000-7ff0-e1e1e1257010', '3cbdf277-c274-47f5-a6b7-156666ebfdea'];
const operation = 'MTIzNF81ZGJiMTBkZmM3ODg4ZDMxZDA1MzUxOWM';
const application = 'MTIzNF81ZGMxZjQxNmM3ODg4ZDA2YjhhOWEyNGI';
const tillage = 'MTIzNF9zYW5kYm94X3RpbGxhZ2U';
const organization = '/organizations/1234';
const ring = [
  [41.7, -93.4],
  [41.7, -93.39],
  [41.71, -93.39],
  [41.7, -93.4],
].map(([lat, lon]) => ({ '@type': 'Point', lat, lon }));
const boundary = {
  name: 'North',
  multipolygons: [{ '@type': 'Polygon', rings: [{ '@type': 'Ring', points: ring, type: 'exterior', passable: true }] }],
};
const subscription = {
  eventTypeId: 'fieldOperation',
  filters: [{ key: 'orgId', values: ['1234'] }],
  targetEndpoint: { targetType: 'https', uri: 'https://example.com/events' },
  displayName: 'Operations',
  token: 'abc123ABC+/=',
};
const bytes = { body: Buffer.from('PK Rx/'), headers: { 'content-type': 'application/zip' } };

type Row = [document: string, path: string, call: string, status: number, options?: AskOptions];

/** A call of each route, in an order in which each finds what it needs. `*` stands for the end of the last `Location`, `+` for the id of an operator. */
const rows: Row[] = [
  ['organizations', '/organizations', 'GET /organizations', 200],
  ['organizations', '/organizations/{orgId}', `GET ${organization}`, 200],
  ['organizations', '/users/{userName}/organizations', 'GET /users/grower/organizations', 200],
  ['clients', '/organizations/{orgId}/clients', `GET ${organization}/clients`, 200],
  ['clients', '/organizations/{orgId}/clients', `GET /organizations/1/clients`, 404],
  ['clients', '/organizations/{orgId}/clients', `GET /organizations/4321/clients`, 403],
  ['clients', '/organizations/{orgId}/clients/{clientId}', `GET ${organization}/clients/${client}`, 200],
  ['clients', '/organizations/{orgId}/clients/{id}/farms', `GET ${organization}/clients/${client}/farms`, 200],
  ['clients', '/organizations/{orgID}/clients/{id}/fields', `GET ${organization}/clients/${client}/fields`, 200],
  ['clients', '/organizations/{orgId}/clients', `POST ${organization}/clients`, 400, { body: {} }],
  ['clients', '/organizations/{orgId}/clients', `POST ${organization}/clients`, 201, { body: { name: 'New' } }],
  [
    'clients',
    '/organizations/{orgId}/clients/{clientId}',
    `PUT ${organization}/clients/*`,
    204,
    { body: { name: 'Newer', archived: true } },
  ],
  ['clients', '/organizations/{orgId}/clients/{clientId}', `DELETE ${organization}/clients/*`, 204],
  ['farms', '/organizations/{orgId}/farms', `GET ${organization}/farms?recordFilter=all`, 200],
  ['farms', '/organizations/{orgId}/farms/{farmId}', `GET ${organization}/farms/${farm}`, 200],
  ['farms', '/organizations/{orgId}/farms/{farmId}/clients', `GET ${organization}/farms/${farm}/clients`, 200],
  ['farms', '/organizations/{orgID}/farms/{id}/fields', `GET ${organization}/farms/${farm}/fields`, 200],
  [
    'farms',
    '/organizations/{orgId}/farms',
    `POST ${organization}/farms`,
    201,
    { body: { name: 'New', clientUri: `x/clients/${client}` } },
  ],
  ['farms', '/organizations/{orgId}/farms/{farmId}', `PUT ${organization}/farms/*`, 204, { body: { name: 'Newer' } }],
  ['farms', '/organizations/{orgId}/farms/{farmId}', `DELETE ${organization}/farms/*`, 204],
  [
    'fields',
    '/organizations/{orgId}/fields',
    `GET ${organization}/fields?embed=clients,farms,boundaries,activeBoundary`,
    200,
  ],
  ['fields', '/organizations/{orgId}/fields/{fieldId}', `GET ${organization}/fields/${field}?embed=clients,farms`, 200],
  ['fields', '/organizations/{orgId}/fields/{fieldId}', `GET ${organization}/fields/unknown`, 404],
  ['fields', '/organizations/{orgId}/fields/{fieldId}/farms', `GET ${organization}/fields/${field}/farms`, 200],
  ['fields', '/organizations/{orgID}/fields/{id}/clients', `GET ${organization}/fields/${field}/clients`, 200],
  [
    ...(['fields', '/organizations/{orgId}/fields', `POST ${organization}/fields`, 201] as const),
    { body: { name: 'New', farms: { farms: [{ name: 'New farm' }] }, clients: { clients: [{ id: client }] } } },
  ],
  [
    'boundaries',
    '/organizations/{orgId}/fields/{fieldId}/boundaries',
    `POST ${organization}/fields/*/boundaries`,
    400,
    { body: { ...boundary, name: 'Longer than twenty characters' } },
  ],
  [
    'fields',
    '/organizations/{orgId}/fields/{fieldId}',
    `PUT ${organization}/fields/*`,
    204,
    { body: { name: 'Newer' } },
  ],
  ['fields', '/organizations/{orgId}/fields/{fieldId}', `DELETE ${organization}/fields/*`, 204],
  ['boundaries', '/organizations/{orgId}/boundaries', `GET ${organization}/boundaries`, 200],
  [
    'boundaries',
    '/organizations/{orgId}/fields/{fieldId}/boundaries',
    `GET ${organization}/fields/${field}/boundaries`,
    200,
  ],
  ['boundaries', '/fieldOperations/{operationId}/boundary', `GET /fieldOperations/${operation}/boundary`, 400],
  [
    'boundaries',
    '/organizations/{orgId}/fields/{fieldId}/boundaries',
    `POST ${organization}/fields/${field}/boundaries`,
    201,
    { body: boundary },
  ],
  [
    'boundaries',
    '/organizations/{orgId}/fields/{fieldId}/boundaries/{boundaryId}',
    `GET ${organization}/fields/${field}/boundaries/*`,
    200,
  ],
  [
    'boundaries',
    '/organizations/{orgId}/fields/{fieldId}/boundaries/{boundaryId}',
    `PUT ${organization}/fields/${field}/boundaries/*`,
    200,
    { body: { ...boundary, name: 'South' } },
  ],
  [
    'boundaries',
    '/organizations/{orgId}/fields/{fieldId}/boundaries/{boundaryId}',
    `DELETE ${organization}/fields/${field}/boundaries/*`,
    204,
  ],
  [
    'field-operations-api',
    '/organizations/{orgId}/fields/{fieldId}/fieldOperations',
    `GET ${organization}/fields/${field}/fieldOperations?embed=measurementTypes`,
    200,
  ],
  [
    'field-operations-api',
    '/fieldOperations/{operationId}',
    `GET /fieldOperations/${operation}?embed=measurementTypes`,
    200,
  ],
  ['field-operations-api', '/fieldOperations/{operationId}', `GET /fieldOperations/${application}`, 200],
  [
    'field-operations-api',
    '/fieldOperations/{operationId}/measurementTypes',
    `GET /fieldOperations/${operation}/measurementTypes`,
    200,
  ],
  [
    'field-operations-api',
    '/fieldOperations/{operationId}/measurementTypes/{measurementType}',
    `GET /fieldOperations/${operation}/measurementTypes/HarvestYieldResult`,
    200,
  ],
  ['field-operations-api', '/fieldOps/{operationId}', `GET /fieldOps/${operation}`, 202],
  ['field-operations-api', '/fieldOps/{operationId}', `GET /fieldOps/${operation}`, 202],
  ['field-operations-api', '/fieldOps/{operationId}', `GET /fieldOps/${operation}`, 307],
  ['field-operations-api', '/fieldOps/{operationId}', `GET /fieldOps/${tillage}`, 406],
  ['files', '/files', 'GET /files', 200],
  ['files', '/organizations/{orgId}/files', `GET ${organization}/files?filter=MACHINE`, 200],
  ['files', '/organizations/{orgId}/files', `GET ${organization}/files?filter=NONE`, 400],
  ['files', '/organizations/{orgId}/files', `POST ${organization}/files`, 400, { body: { name: 'a b' } }],
  ['files', '/organizations/{orgId}/files', `POST ${organization}/files`, 201, { body: { name: 'prescription.zip' } }],
  ['files', '/files/{fileId}', 'GET /files/*', 200],
  ['files', '/files/{fileId}', 'PUT /files/*', 204, bytes],
  ['files', '/organizations/{orgId}/fileTransfers', `GET ${organization}/fileTransfers`, 200],
  [
    ...(['files', '/organizations/{orgId}/fileTransfers', `POST ${organization}/fileTransfers`, 200] as const),
    {
      body: {
        links: [
          { rel: 'file', uri: 'x/files/577499743' },
          { rel: 'equipment', uri: 'x?principalIds=217373' },
        ],
      },
    },
  ],
  ['files', '/fileTransfers', 'GET /fileTransfers', 200],
  ['files', '/fileTransfers/{id}', 'GET /fileTransfers/*', 200],
  ['operators', '/organizations/{orgId}/operators', `GET ${organization}/operators?recordFilter=ALL`, 200],
  ['operators', '/organizations/{orgId}/operators/{id}', `GET ${organization}/operators/+`, 200],
  ['webhook', '/eventSubscriptions', 'POST /eventSubscriptions', 400, { body: {} }],
  ['webhook', '/eventSubscriptions', 'POST /eventSubscriptions', 201, { body: subscription }],
  ['webhook', '/eventSubscriptions', 'GET /eventSubscriptions', 200],
  ['webhook', '/eventSubscriptions/{id}', 'GET /eventSubscriptions/*', 200],
  ['webhook', '/eventSubscriptions/{id}', 'PUT /eventSubscriptions/*', 204, { body: subscription }],
  ['webhook', '/eventSubscriptionDelivery', 'GET /eventSubscriptionDelivery', 200],
  ['webhook', '/eventSubscriptionDelivery', 'PATCH /eventSubscriptionDelivery', 204, { body: { maxBatchSize: 5 } }],
  ['equipment', '/equipment', 'GET /isg/equipment', 400],
  ['equipment', '/equipment', 'GET /isg/equipment?organizationIds=1234', 200],
  ['equipment', '/equipment/{id}', 'GET /isg/equipment/637795', 200],
  ['connection-management', '/organizations/{orgId}/connections', `DELETE ${organization}/connections`, 204],
];

/** Calls that the documents do not describe. */
const undocumented = ['catalog', 'eventTypes'];

describe('answers', () => {
  test('are as the OpenAPI documents of the provider describe them, for each route', async () => {
    const problems: string[] = [];
    let made = '';
    const operators = await sandbox.control('GET', '/world/operators');
    for (const [document, path, call, status, options = {}] of rows) {
      const [method = '', to = ''] = call.replace('*', made).replace('+', operators.body.items[0].id).split(' ');
      const answer = await sandbox.call(to.startsWith('/isg') ? to : `/platform${to}`, { method, ...options });
      if (answer.status !== status)
        problems.push(`${call} answers ${answer.status}: ${answer.bytes.toString().slice(0, 200)}`);
      made = answer.headers.get('location')?.split('/').at(-1) ?? made;
      if (hasDocuments)
        problems.push(
          ...openDocument(document)
            .problemsOf(method, path, answer)
            .map((what) => `${call} (${document}): ${what}`),
        );
    }
    expect(problems).toEqual([]);
    const { body } = await sandbox.control('GET', '/calls');
    const kinds = deereRoutes(signedTokens('', '')).map(({ kind }) => kind);
    expect([...new Set(kinds)].filter((kind) => !body.kinds[kind] && !undocumented.includes(kind))).toEqual([]);
  });
});
