import { z } from 'zod';
import { jsonOf } from '../server/exchange.ts';
import { created, done, found, link, refuseValues } from './answers.ts';
import { type Call, type DeereRoute, hasStatus, named, ofOrganization, route } from './call.ts';
import { fieldDocument } from './field-documents.ts';
import { list } from './lists.ts';
import type { Client, Farm } from './world.ts';

const nameSchema = z.looseObject({ name: z.string().min(1).max(255), archived: z.boolean().optional() });
const farmSchema = nameSchema.extend({
  links: z
    .array(z.looseObject({ rel: z.string(), uri: z.string().optional(), links: z.string().optional() }))
    .optional(),
  clientUri: z.string().optional(),
});

const base = '/organizations/{organization}';

export const clientAndFarmRoutes: DeereRoute[] = [
  route('GET', `${base}/clients`, 'clients', ['ag1'], (call) =>
    list(
      call,
      clients(call)
        .filter((one) => hasStatus(call, one))
        .map((one) => clientDocument(call, one)),
    ),
  ),
  route('POST', `${base}/clients`, 'createClient', ['ag3'], (call) => {
    const { name, archived = false } = given(nameSchema, call);
    const id = call.uuid(`client ${call.world.nextNumber()}`);
    call.world.clients.set(id, { id, organizationId: call.parameters.organization ?? '', name, archived });
    return created(`${call.platform}/organizations/${call.parameters.organization}/clients/${id}`);
  }),
  route('GET', `${base}/clients/{client}`, 'client', ['ag1'], (call) =>
    found(clientDocument(call, named(call, 'clients', 'client'))),
  ),
  route('PUT', `${base}/clients/{client}`, 'changeClient', ['ag3'], (call) => {
    Object.assign(named(call, 'clients', 'client'), changed(given(nameSchema, call)));
    return done;
  }),
  route('DELETE', `${base}/clients/{client}`, 'deleteClient', ['ag3'], (call) => {
    call.world.clients.delete(named(call, 'clients', 'client').id);
    return done;
  }),
  route('GET', `${base}/clients/{client}/farms`, 'farms', ['ag1'], (call) => {
    const { id } = named(call, 'clients', 'client');
    const name = call.query.get('name');
    const own = farms(call).filter((one) => one.clientId === id && (!name || one.name === name));
    return list(
      call,
      own.map((one) => farmDocument(call, one)),
    );
  }),
  route('GET', `${base}/clients/{client}/fields`, 'fields', ['ag1'], (call) => {
    const { id } = named(call, 'clients', 'client');
    return list(
      call,
      ofOrganization(call, 'fields')
        .filter((one) => one.clientId === id)
        .map((one) => fieldDocument(call, one)),
    );
  }),
  route('GET', `${base}/farms`, 'farms', ['ag1'], (call) =>
    list(
      call,
      farms(call)
        .filter((one) => hasStatus(call, one))
        .map((one) => farmDocument(call, one)),
    ),
  ),
  route('POST', `${base}/farms`, 'createFarm', ['ag3'], (call) => {
    const body = given(farmSchema, call);
    const toClient = body.links?.find(({ rel }) => rel === 'client');
    const clientId = (body.clientUri ?? toClient?.uri ?? toClient?.links ?? '').split('/').at(-1) ?? '';
    if (!clients(call).some(({ id }) => id === clientId)) {
      return refuseValues({
        message: 'The client of the farm was not found.',
        field: 'clientUri',
        invalidValue: clientId,
      });
    }
    const id = call.uuid(`farm ${call.world.nextNumber()}`);
    const { name, archived = false } = body;
    call.world.farms.set(id, { id, organizationId: call.parameters.organization ?? '', clientId, name, archived });
    return created(`${call.platform}/organizations/${call.parameters.organization}/farms/${id}`);
  }),
  route('GET', `${base}/farms/{farm}`, 'farm', ['ag1'], (call) =>
    found(farmDocument(call, named(call, 'farms', 'farm'))),
  ),
  route('PUT', `${base}/farms/{farm}`, 'changeFarm', ['ag3'], (call) => {
    Object.assign(named(call, 'farms', 'farm'), changed(given(farmSchema, call)));
    return done;
  }),
  route('DELETE', `${base}/farms/{farm}`, 'deleteFarm', ['ag3'], (call) => {
    call.world.farms.delete(named(call, 'farms', 'farm').id);
    return done;
  }),
  route('GET', `${base}/farms/{farm}/clients`, 'clients', ['ag1'], (call) => {
    const { clientId } = named(call, 'farms', 'farm');
    return list(
      call,
      clients(call)
        .filter(({ id }) => id === clientId)
        .map((one) => clientDocument(call, one)),
    );
  }),
  route('GET', `${base}/farms/{farm}/fields`, 'fields', ['ag1'], (call) => {
    const { id } = named(call, 'farms', 'farm');
    return list(
      call,
      ofOrganization(call, 'fields')
        .filter((one) => one.farmId === id)
        .map((one) => fieldDocument(call, one)),
    );
  }),
];

const clients = (call: Call) => ofOrganization(call, 'clients');
const farms = (call: Call) => ofOrganization(call, 'farms');

function changed({ name, archived }: z.infer<typeof nameSchema>) {
  return { name, ...(archived !== undefined && { archived }) };
}

/** @throws Refusal with 400 for a body of another form. */
function given<Schema extends z.ZodType>(schema: Schema, call: Call): z.infer<Schema> {
  const { data, error } = schema.safeParse(jsonOf(call));
  if (data !== undefined) return data;
  return refuseValues(...(error?.issues ?? []).map(({ path, message }) => ({ message, field: path.join('.') })));
}

export function clientDocument({ platform }: Call, { id, organizationId, name, archived }: Client) {
  const own = `${platform}/organizations/${organizationId}/clients/${id}`;
  const links = [
    link('self', own),
    link('fields', `${own}/fields`),
    link('farms', `${own}/farms`),
    link('owningOrganization', `${platform}/organizations/${organizationId}`),
  ];
  return { '@type': 'Client', name, archived, id, links };
}

export function farmDocument({ platform }: Call, { id, organizationId, clientId, name, archived }: Farm) {
  const organization = `${platform}/organizations/${organizationId}`;
  const own = `${organization}/farms/${id}`;
  const links = [
    link('self', own),
    link('fields', `${own}/fields`),
    link('clients', `${own}/clients`),
    link('owningOrganization', organization),
  ];
  return { '@type': 'Farm', name, clientUri: `${organization}/clients/${clientId}`, archived, id, links };
}
