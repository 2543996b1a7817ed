import { describe, expect, test } from 'vitest';
import type * as z from 'zod';
import { machineMembers } from '../../../domain/assets/machine.ts';
import { farmMembers } from '../../../domain/farms/farm.ts';
import { fieldMembers } from '../../../domain/fields/field.ts';
import { growerMembers } from '../../../domain/growers/grower.ts';
import { providers } from '../../../domain/providers/providers.ts';
import { type Members, readOnlyIn, shapeOf } from '../../../domain/resource-members.ts';
import { seasonMembers } from '../../../domain/seasons/season.ts';
import { userMembers } from '../../../domain/users/service-user.ts';
import { zoneMembers } from '../../../domain/zones/zone.ts';
import { usersAssets } from '../assets/asset.ts';
import { freshFarm } from '../farms/farm.ts';
import { fieldsPath, freshField, squareAt } from '../fields/field.ts';
import { fieldsService, freshGrower } from '../growers/grower.ts';
import { type Answer, freshOwner } from '../owner.ts';
import { freshUser, usersPath } from '../users/user.ts';
import { exampleValues } from './example-values.ts';

type Resource = Record<string, unknown> & { id: string | number };

interface Change {
  method: 'PATCH' | 'PUT';
  send(id: Resource['id'], json: object): Promise<Answer<Resource>>;
}

interface Case {
  members: Members;
  /** Where resources are created. */
  path: string;
  /** Where one is read; absent if it is only found in the list. */
  one?: ((id: Resource['id']) => string) | undefined;
  /** How one is changed; absent if resources never change. */
  change?: Change;
  /** Two values of members whose schema does not say which values there are, such as ids of other resources. */
  values?: Record<string, [unknown, unknown]>;
  /** Members that other tests set, because their values are not returned as they are sent. */
  except?: string[];
}

const owner = await freshOwner();
const { id: svcUserId } = await freshUser(owner);
const farms = [await freshFarm(owner, svcUserId), await freshFarm(owner, svcUserId)] as const;
const growers = [await freshGrower(owner, svcUserId), await freshGrower(owner, svcUserId)] as const;
const field = await freshField(owner, svcUserId);

const ids = (resources: readonly [Resource, Resource]): [unknown, unknown] => [resources[0].id, resources[1].id];
const patchOf = (one: (id: Resource['id']) => string): Change => ({
  method: 'PATCH',
  send: (id, json) => owner.call<Resource>('PATCH', one(id), { json }),
});
const putOf = (one: (id: Resource['id']) => string): Change => ({
  method: 'PUT',
  send: (id, json) => owner.call<Resource>('PUT', one(id), { json }),
});
const fieldPath = (id: Resource['id']) => fieldsPath(svcUserId, `/${id}`);
const userPath = (id: Resource['id']) => `${usersPath}/${id}`;
const [growersPath, farmsPath] = ['growers', 'farms'].map((kind) => `${fieldsService}/users/${svcUserId}/${kind}`);
const growerPath = (id: Resource['id']) => `${growersPath}/${id}`;
const farmPath = (id: Resource['id']) => `${farmsPath}/${id}`;
const machinePath = (id: Resource['id']) => usersAssets(svcUserId, `machines/${id}`);
/** Credentials of users have tests of their own. */
const credentials = providers.map(({ userProperty }) => userProperty as string);
/** Members whose values are unique among the resources of a user or an owner. */
const unique = ['id', 'externalId'];
const geometry: [unknown, unknown] = [squareAt(10, 50), squareAt(11, 51)];

const cases: Record<string, Case> = {
  field: {
    members: fieldMembers,
    path: fieldsPath(svcUserId),
    one: fieldPath,
    change: patchOf(fieldPath),
    values: { farmId: ids(farms), geometry },
  },
  'changed user': {
    members: userMembers,
    path: usersPath,
    one: userPath,
    change: patchOf(userPath),
    except: credentials,
  },
  'replaced user': {
    members: userMembers,
    path: usersPath,
    one: userPath,
    change: {
      method: 'PUT',
      send: (id, json) => owner.call<Resource>('PUT', usersPath, { json: { ...json, id } }),
    },
    except: credentials,
  },
  grower: { members: growerMembers, path: `${growersPath}`, one: growerPath, change: putOf(growerPath) },
  farm: {
    members: farmMembers,
    path: `${farmsPath}`,
    one: farmPath,
    change: putOf(farmPath),
    values: { growerId: ids(growers) },
  },
  machine: {
    members: machineMembers,
    path: usersAssets(svcUserId, 'machines'),
    one: machinePath,
    change: patchOf(machinePath),
  },
  season: {
    members: seasonMembers,
    path: `${fieldsService}/users/${svcUserId}/seasons`,
    values: { fieldId: [field.id, field.id] },
  },
  zone: {
    members: zoneMembers,
    path: fieldsPath(svcUserId, `/${field.id}/zones`),
    values: {
      fieldId: [field.id, field.id],
      geometry,
      status: ['ACTIVE', 'ACTIVE'],
      timespan: ['PERMANENT', 'PERMANENT'],
    },
  },
};

describe.each(Object.entries(cases))('of a %s', (_name, { members, path, one, change, values = {}, except = [] }) => {
  const bodyMembers = (body: 'created' | 'changed') =>
    Object.entries<z.ZodType>(shapeOf(members, body)).filter(([name]) => !except.includes(name));
  const examples = (name: string) => {
    const { created, changed } = members[name] ?? {};
    const schema = created ?? changed;
    if (!schema) throw new Error(`${name} is in no body`);
    if (unique.includes(name)) return [crypto.randomUUID(), crypto.randomUUID()] as const;
    return values[name] ?? exampleValues(name, schema);
  };
  const bodyOf = (nth: 0 | 1) =>
    Object.fromEntries(bodyMembers('created').map(([name]) => [name, examples(name)[nth]]));

  const read = async (id: Resource['id']): Promise<Resource | undefined> => {
    if (one) return (await owner.get<Resource>(one(id))).body;
    return (await owner.get<Resource[]>(`${path}?size=100`)).body.find((listed) => listed.id === id);
  };
  const created = async (body: object): Promise<Resource> => {
    const answer = await owner.post<Resource>(path, body);
    expect([answer.status, answer.body]).toEqual([201, expect.objectContaining(body)]);
    expect(await read(answer.body.id)).toEqual(answer.body);
    return answer.body;
  };
  const changed = async (before: Resource, body: object, expected: object): Promise<Resource> => {
    if (!change) throw new Error('it never changes');
    const answer = await change.send(before.id, body);
    expect([answer.status, answer.body]).toEqual([200, expect.objectContaining(expected)]);
    const after = await read(before.id);
    expect(after).toEqual(answer.body);
    // A repeated request changes nothing, and not the time of the last change either.
    expect((await change.send(before.id, body)).body).toEqual(after);
    expect(await read(before.id)).toEqual(after);
    return answer.body;
  };
  const expectLater = (after: Resource, before: Resource) => {
    const moved = ['updatedTime', 'updatedAt'].find((time) => time in members);
    if (moved) expect(String(after[moved]) > String(before[moved])).toBe(true);
  };

  test('each member that a new one can have is returned and kept', async () => {
    const body = bodyOf(0);
    expect(Object.keys(await created(body))).toEqual(expect.arrayContaining(Object.keys(body)));
  });

  if (change?.method === 'PATCH')
    test('each member that a PATCH may have is changed, kept, and alone', async () => {
      let resource = await created(bodyOf(1));
      for (const [name] of bodyMembers('changed')) {
        const [value] = examples(name);
        expect(resource[name]).not.toEqual(value);
        const after = await changed(resource, { [name]: value }, { [name]: value });
        expect(othersThan(name, after)).toEqual(othersThan(name, resource));
        expectLater(after, resource);
        resource = after;
      }
    });

  if (change?.method === 'PATCH')
    test('null clears each member that can be cleared, and no other', async () => {
      let resource = await created(bodyOf(0));
      for (const [name, schema] of bodyMembers('changed')) {
        if (schema.safeParse(null).success) {
          const after = await changed(resource, { [name]: null }, {});
          expect(after).not.toHaveProperty(name);
          resource = after;
          continue;
        }
        expect([name, (await change?.send(resource.id, { [name]: null }))?.status]).toEqual([name, 400]);
      }
    });

  if (change?.method === 'PUT')
    test('a PUT replaces each member, and clears those that it lacks', async () => {
      const first = await created(bodyOf(0));
      const body = bodyOf(1);
      const second = await changed(first, body, body);
      expectLater(second, first);
      const needed = bodyMembers('created').filter(([, schema]) => !schema.safeParse(undefined).success);
      const neededOnly = Object.fromEntries(needed.map(([name]) => [name, body[name]]));
      const third = await changed(second, neededOnly, neededOnly);
      const cleared = Object.keys(body).filter((name) => !(name in neededOnly));
      expect(cleared.filter((name) => name in third)).toEqual([]);
    });

  if (change)
    test('members that responses have and bodies cannot set are accepted without effect', async () => {
      const body = bodyOf(1);
      const resource = await created(body);
      const replaces = change?.method === 'PUT';
      const names = readOnlyIn(members, replaces ? 'created' : 'changed');
      const ignored = Object.fromEntries(names.map((name) => [name, 'x']));
      const kept = replaces ? body : {};
      const after = await changed(resource, { ...ignored, ...kept }, {});
      expect(after).toEqual(resource);
    });
});

/** The members that a change of one member leaves as they are. The versions and the area of a field follow its geometry. */
function othersThan(name: string, resource: Resource): object {
  const follow = name === 'geometry' ? ['boundaries', 'area'] : [];
  const apart = [name, 'updatedTime', 'updatedAt', ...follow];
  return Object.fromEntries(Object.entries(resource).filter(([other]) => !apart.includes(other)));
}
