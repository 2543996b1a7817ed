import * as z from 'zod';
import { jsonOf } from '../server/exchange.ts';
import { created, done, found, refuseValues } from './answers.ts';
import { boundaryDocument } from './boundaries.ts';
import { type Call, type DeereRoute, hasStatus, isoTime, named, ofOrganization, route, valuesOf } from './call.ts';
import { clientDocument, farmDocument } from './clients-and-farms.ts';
import { fieldDocument } from './field-documents.ts';
import { list } from './lists.ts';
import type { Field } from './world.ts';

const base = '/organizations/{organization}/fields';
const reference = z.looseObject({ id: z.string().optional(), name: z.string().min(1).max(255).optional() });
const fieldSchema = z.looseObject({
  name: z.string().min(1).max(255),
  id: z.string().optional(),
  archived: z.boolean().optional(),
  farms: z.looseObject({ farms: z.array(reference).length(1) }).optional(),
  clients: z.looseObject({ clients: z.array(reference).length(1) }).optional(),
});

export const fieldRoutes: DeereRoute[] = [
  route('GET', base, 'fields', ['ag1'], (call) =>
    list(
      call,
      wanted(call).map((field) => withEmbedded(call, field)),
    ),
  ),
  route('POST', base, 'createField', ['ag3'], (call) => {
    const { name, archived = false, id = call.uuid(`field ${call.world.nextNumber()}`), ...owners } = given(call);
    const organizationId = call.parameters.organization ?? '';
    if (call.world.fields.has(id)) {
      const code = 'CFF_FIELD_ID_ALREADY_EXISTS';
      return refuseValues({ message: code, code, field: 'id', invalidValue: id });
    }
    const { clientId, farmId } = owning(call, owners);
    if (!clientId || !farmId)
      return refuseValues({ message: 'CFF_BAD_FARM_ID', code: 'CFF_BAD_FARM_ID', field: 'farms' });
    if (ofOrganization(call, 'fields').some((one) => one.farmId === farmId && one.name === name)) {
      return refuseValues({
        message: 'CFF_FIELD_NAME_ALREADY_EXISTS',
        code: 'CFF_FIELD_NAME_ALREADY_EXISTS',
        field: 'name',
        invalidValue: name,
      });
    }
    call.world.fields.set(id, { id, organizationId, clientId, farmId, name, archived, modified: isoTime(call.now) });
    return created(`${call.platform}/organizations/${organizationId}/fields/${id}`);
  }),
  route('GET', `${base}/{field}`, 'field', ['ag1'], (call) =>
    found(withEmbedded(call, named(call, 'fields', 'field'))),
  ),
  route('PUT', `${base}/{field}`, 'changeField', ['ag3'], (call) => {
    const field = named(call, 'fields', 'field');
    const { name, archived = field.archived, ...owners } = given(call);
    const { clientId = field.clientId, farmId = field.farmId } = owning(call, owners);
    Object.assign(field, { name, archived, clientId, farmId, modified: isoTime(call.now) });
    return done;
  }),
  route('DELETE', `${base}/{field}`, 'deleteField', ['ag3'], (call) => {
    const { id } = named(call, 'fields', 'field');
    call.world.fields.delete(id);
    for (const one of [...call.world.boundaries.values()]) if (one.fieldId === id) call.world.boundaries.delete(one.id);
    return done;
  }),
  route('GET', `${base}/{field}/clients`, 'clientsOfField', ['ag1'], (call) => {
    const { clientId } = named(call, 'fields', 'field');
    return list(
      call,
      ofOrganization(call, 'clients')
        .filter(({ id }) => id === clientId)
        .map((one) => clientDocument(call, one)),
    );
  }),
  route('GET', `${base}/{field}/farms`, 'farmsOfField', ['ag1'], (call) => {
    const { farmId } = named(call, 'fields', 'field');
    return list(
      call,
      ofOrganization(call, 'farms')
        .filter(({ id }) => id === farmId)
        .map((one) => farmDocument(call, one)),
    );
  }),
];

/** Fields with the names and the status that are asked for. */
function wanted(call: Call): Field[] {
  const { query, world } = call;
  const [field, farm, client] = ['fieldName', 'farmName', 'clientName'].map((name) => query.get(name));
  return ofOrganization(call, 'fields').filter(
    (one) =>
      hasStatus(call, one) &&
      (!field || one.name === field) &&
      (!farm || world.farms.get(one.farmId)?.name === farm) &&
      (!client || world.clients.get(one.clientId)?.name === client),
  );
}

function withEmbedded(call: Call, field: Field): object {
  const embedded = valuesOf(call, 'embed');
  const { world } = call;
  const [client, farm] = [world.clients.get(field.clientId), world.farms.get(field.farmId)];
  const boundaries = [...world.boundaries.values()].filter(
    ({ fieldId, archived }) => fieldId === field.id && !archived,
  );
  const active = boundaries.find((one) => one.active);
  const document = (one: (typeof boundaries)[number]) => boundaryDocument(call, one);
  return {
    ...fieldDocument(call, field),
    ...(embedded.includes('clients') && {
      clients: { '@type': 'Clients', clients: client ? [clientDocument(call, client)] : [] },
    }),
    ...(embedded.includes('farms') && { farms: { '@type': 'Farms', farms: farm ? [farmDocument(call, farm)] : [] } }),
    ...(embedded.includes('boundaries') && { boundaries: boundaries.map(document) }),
    ...(embedded.includes('activeBoundary') && active && { activeBoundary: document(active) }),
  };
}

/** @throws Refusal with 400 for a body of another form. */
function given(call: Call): z.infer<typeof fieldSchema> {
  const { data, error } = fieldSchema.safeParse(jsonOf(call));
  if (data) return data;
  return refuseValues(...error.issues.map(({ path, message }) => ({ message, field: path.join('.') })));
}

/** Client and farm that a body names by id or by name; those of an unknown name are created. */
function owning(call: Call, { farms, clients }: Pick<z.infer<typeof fieldSchema>, 'farms' | 'clients'>) {
  const [client, farm] = [clients?.clients[0], farms?.farms[0]];
  const clientId = client && idOf(call, 'clients', client, {});
  const farmId = farm && idOf(call, 'farms', farm, { clientId: clientId ?? '' });
  return { ...(clientId && { clientId }), ...(farmId && { farmId }) };
}

function idOf(
  call: Call,
  collection: 'clients' | 'farms',
  given: z.infer<typeof reference>,
  more: { clientId?: string },
): string {
  const { world, parameters } = call;
  const own = ofOrganization(call, collection);
  const known = own.find(({ id, name }) => (given.id ? id === given.id : name === given.name));
  if (known) return known.id;
  const [code, field] =
    collection === 'clients' ? ['CFF_CLIENT_ID_NOT_FOUND', 'clients'] : ['CFF_FARM_ID_NOT_FOUND', 'farms'];
  if (given.name === undefined) return refuseValues({ message: code, code, field, invalidValue: given.id ?? '' });
  const id = given.id ?? call.uuid(`${collection} ${world.nextNumber()}`);
  const item = { id, organizationId: parameters.organization ?? '', name: given.name, archived: false };
  if (collection === 'clients') world.clients.set(id, item);
  else world.farms.set(id, { ...item, clientId: more.clientId ?? '' });
  return id;
}
