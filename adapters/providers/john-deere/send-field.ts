import * as z from 'zod';
import type { MultiPolygon } from '../../../domain/geometry/multi-polygon.ts';
import { providerIdSchema } from '../../../domain/providers/provider-id.ts';
import type { Sending, Sent, SentField } from '../../../domain/sync/field-provider.ts';
import { ProviderProblem } from '../../../domain/sync/provider-problem.ts';
import type { Outcome } from '../../../domain/transport/outcome.ts';
import { acceptedBy } from '../accepted-by.ts';
import type { OpenAccount } from '../account.ts';
import type { Made } from '../provider-adapter.ts';
import { nothing } from '../transport/expects.ts';
import { errorsIn } from '../transport/provider-words.ts';
import { axiom, deereList, lastSegment, untold } from './lists.ts';

const name = 'John Deere';
/** Each field has a client and a farm; its displays write this where none was entered. */
const unnamed = '---';
const maxName = 255;

const idSchema = providerIdSchema;
const fieldSchema = z.looseObject({
  id: idSchema,
  name: z.string().optional(),
  farms: z.looseObject({ farms: z.array(z.looseObject({ name: z.string().optional() })).default([]) }).optional(),
});
const boundarySchema = z.looseObject({ id: idSchema, name: z.string().optional() });

/** Sends fields to an account of John Deere Operations Center. */
export function deereSending(account: OpenAccount): Made<'sending'> {
  return (sending) => sendToDeere(account, sending);
}

/**
 * Sends a field and its boundary. A field of this name that is there is used. `created` has `field` and `boundary`; what an interrupted attempt has created without being
 * told is found by its id or its name.
 *
 * @throws ProviderProblem
 */
async function sendToDeere(account: OpenAccount, { id, field, created, note }: Sending): Promise<Sent> {
  if (field.organizationId === undefined) {
    throw new ProviderProblem('malformed', `${name} needs the organization that receives the field (organizationId).`);
  }
  const organization = `/organizations/${encodeURIComponent(field.organizationId)}`;
  let known = created;
  const keep = async (more: Record<string, string>) => {
    known = { ...known, ...more };
    await note(known);
  };
  if (known.field === undefined) {
    const found = await findField(account, organization, field);
    await keep({ field: found ?? (await createField(account, organization, id, field)) });
  }
  // A boundary is that of one version: another version is another boundary.
  const boundaryName = `Boundary ${field.boundaryId.slice(-8)}`;
  if (known.boundaryName !== boundaryName) {
    const path = `${organization}/fields/${encodeURIComponent(known.field ?? '')}/boundaries`;
    const boundary = await boundaryIn(account, path, boundaryName, field.geometry).catch(async (problem: unknown) => {
      // The field has been deleted there: another attempt begins anew.
      if (problem instanceof ProviderProblem && problem.kind === 'missing') await note({});
      throw problem;
    });
    await keep({ boundary, boundaryName });
  }
  return { kind: 'sent' };
}

/** A field of this name in the farm of this name, or the only one of this name for a field that has no farm here. */
async function findField(account: OpenAccount, organization: string, sent: SentField): Promise<string | undefined> {
  const fieldName = nameOf(sent);
  const path = `${organization}/fields?fieldName=${encodeURIComponent(fieldName)}&embed=farms`;
  const same: z.output<typeof fieldSchema>[] = [];
  for await (const one of deereList(account, path, fieldSchema, untold)) if (one.name === fieldName) same.push(one);
  const farmName = sent.farmName ?? unnamed;
  const inFarm = same.find(({ farms }) => farms?.farms.some((farm) => farm.name === farmName));
  if (inFarm) return inFarm.id;
  return sent.farmName === undefined && same.length === 1 ? same[0]?.id : undefined;
}

/** The id is ours: a second request for it finds the field of the first. Client and farm are new or known, by their names. */
async function createField(account: OpenAccount, organization: string, id: string, sent: SentField): Promise<string> {
  const outcome = await post(account, `${organization}/fields`, {
    ...{ id, name: nameOf(sent), archived: false },
    farms: { farms: [{ name: sent.farmName ?? unnamed }] },
    clients: { clients: [{ name: sent.growerName ?? unnamed }] },
  });
  const isThere =
    outcome.kind === 'failed' &&
    errorsIn(outcome.failure)?.some((error) => [error.code, error.message].includes('CFF_FIELD_ID_ALREADY_EXISTS'));
  if (isThere) return id;
  acceptedBy(name, outcome);
  return (outcome.kind === 'answered' ? lastSegment(outcome.headers.location) : undefined) ?? id;
}

/** The boundary of this name, which is created if there is none. */
async function boundaryIn(
  account: OpenAccount,
  path: string,
  boundaryName: string,
  { coordinates }: MultiPolygon,
): Promise<string> {
  for await (const one of deereList(account, `${path}?recordFilter=all`, boundarySchema, untold)) {
    if (one.name === boundaryName) return one.id;
  }
  const outcome = await post(account, path, {
    '@type': 'Boundary',
    ...{ name: boundaryName, sourceType: 'External', active: true, archived: false, irrigated: false },
    multipolygons: coordinates.map((rings) => ({
      '@type': 'Polygon',
      rings: rings.map((ring, at) => ({
        '@type': 'Ring',
        points: ring.map(([lon, lat]) => ({ '@type': 'Point', lat, lon })),
        ...{ type: at === 0 ? 'exterior' : 'interior', passable: at === 0 },
      })),
    })),
  });
  acceptedBy(name, outcome);
  const location = outcome.kind === 'answered' ? outcome.headers.location : undefined;
  return lastSegment(location) ?? boundaryName;
}

function post({ transport, api }: OpenAccount, path: string, json: object): Promise<Outcome<undefined>> {
  const headers = { accept: axiom, 'content-type': axiom };
  return transport.send({ method: 'POST', url: new URL(api + path), headers, body: { json }, expects: nothing });
}

function nameOf({ id, name: given = id }: SentField): string {
  return given.slice(0, maxName);
}
