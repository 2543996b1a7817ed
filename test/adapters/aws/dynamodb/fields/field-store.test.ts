import { describe, expect, test } from 'vitest';
import { newId } from '../../../../../adapters/system.ts';
import { changedField } from '../../../../../domain/fields/changed-field.ts';
import { fieldsUnderTest, squareAt } from './tables-under-test.ts';

const under = await fieldsUnderTest();
const { store, directory, deletion } = under;

const at = '2026-05-01T12:00:00.000Z';
const rename = (name: string) => (before: Parameters<typeof changedField>[0]) =>
  changedField(before, { name }, newId(), at);
const reshape = (west: number) => (before: Parameters<typeof changedField>[0]) =>
  changedField(before, { geometry: squareAt(west, 50) }, newId(), at);
const eventsOf = async (ownerId: string, svcUserId: string) =>
  (await under.itemsOf('events', `${ownerId}#${svcUserId}`)).map(({ type }) => type);

describe('a field', () => {
  test('is created with its boundary, its usage and its events, or not at all', async () => {
    const { ownerId, svcUserId } = await under.freshUser();
    const made = under.newField(svcUserId, { id: 'home', name: 'Home' });
    await store.create(ownerId, made);
    expect(await directory.get(ownerId, svcUserId, 'home')).toEqual({
      ...made.field,
      geometry: made.boundary.geometry,
    });
    expect((await eventsOf(ownerId, svcUserId)).sort()).toEqual(['fieldBoundaryCreated', 'fieldCreated']);
    expect(await under.itemsOf('usage', `${ownerId}#${svcUserId}`)).toHaveLength(1);

    const twin = under.newField(svcUserId, { id: 'home' });
    await expect(store.create(ownerId, twin)).rejects.toMatchObject({ kind: 'conflict', errorKey: 'fieldIdTaken' });
    const nobodys = under.newField(newId());
    await expect(store.create(ownerId, nobodys)).rejects.toMatchObject({ errorKey: 'userNotFound' });
    const ofNoFarm = under.newField(svcUserId, { farmId: 7 });
    await expect(store.create(ownerId, ofNoFarm)).rejects.toMatchObject({ errorKey: 'farmNotFound' });
    expect(await under.itemsOf('usage', `${ownerId}#${svcUserId}`)).toHaveLength(1);
  });

  test('gets a new version for a new shape, and is found at its new location only', async () => {
    const { ownerId, svcUserId } = await under.freshUser();
    const made = under.newField(svcUserId, { id: 'home' });
    await store.create(ownerId, made);
    const changed = await store.change(ownerId, svcUserId, 'home', reshape(11));
    expect(changed?.boundary).toMatchObject({ status: 'ACTIVE', geometry: squareAt(11, 50) });
    expect(await directory.near(ownerId, svcUserId, squareAt(10, 50, 0.005))).toEqual([]);
    expect(await directory.near(ownerId, svcUserId, squareAt(11, 50, 0.005))).toHaveLength(1);
    const versions = await directory.boundaries(ownerId, svcUserId, 'home', { page: 0, size: 20, sort: [] });
    expect(versions.items.map(({ status }) => status)).toEqual(['INACTIVE', 'ACTIVE']);
    expect(await directory.boundary(ownerId, svcUserId, 'home', made.boundary.id)).toMatchObject({
      status: 'INACTIVE',
      geometry: made.boundary.geometry,
      createdTime: made.boundary.createdTime,
      updatedTime: at,
    });
    expect((await eventsOf(ownerId, svcUserId)).sort()).toEqual([
      'fieldBoundaryCreated',
      'fieldBoundaryCreated',
      'fieldBoundaryUpdated',
      'fieldCreated',
      'fieldUpdated',
    ]);
  });

  test('is not written when nothing changes', async () => {
    const { ownerId, svcUserId } = await under.freshUser();
    await store.create(ownerId, under.newField(svcUserId, { id: 'home', name: 'Home' }));
    const before = await directory.get(ownerId, svcUserId, 'home');
    await store.change(ownerId, svcUserId, 'home', rename('Home'));
    await store.change(ownerId, svcUserId, 'home', reshape(10));
    expect(await directory.get(ownerId, svcUserId, 'home')).toEqual(before);
    expect(await eventsOf(ownerId, svcUserId)).toHaveLength(2);
  });

  test('loses none of its concurrent changes', async () => {
    const { ownerId, svcUserId } = await under.freshUser();
    await store.create(ownerId, under.newField(svcUserId, { id: 'home', name: 'Home' }));
    const done = await Promise.allSettled(
      [rename('Renamed'), reshape(12), reshape(13)].map((edit) => store.change(ownerId, svcUserId, 'home', edit)),
    );
    expect(done.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'fulfilled']);
    const after = await directory.get(ownerId, svcUserId, 'home');
    expect(after).toMatchObject({ name: 'Renamed', boundaries: { length: 3 } });
    const versions = await directory.boundaries(ownerId, svcUserId, 'home', { page: 0, size: 20, sort: [] });
    expect(versions.items.filter(({ status }) => status === 'ACTIVE').map(({ geometry }) => geometry)).toEqual([
      after?.geometry,
    ]);
    const inCells = (await under.itemsOf('fields', `${ownerId}#${svcUserId}`)).filter(({ sk }) =>
      /^c/.test(String(sk)),
    );
    const [west] = after?.geometry?.coordinates[0]?.[0]?.[0] ?? [];
    for (const { entry } of inCells) expect((entry as { bounds: number[] }).bounds[0]).toBe(west);
  });

  test('that is large is stored in the bucket', async () => {
    const { ownerId, svcUserId } = await under.freshUser();
    const ring = Array.from({ length: 5_000 }, (_, i): [number, number] => [
      10 + 0.01 * Math.cos((i * Math.PI) / 2_500),
      50 + 0.01 * Math.sin((i * Math.PI) / 2_500),
    ]);
    const geometry = { type: 'MultiPolygon' as const, coordinates: [[[...ring, ...ring.slice(0, 1)]]] };
    await store.create(ownerId, under.newField(svcUserId, { id: 'large', geometry }));
    expect([...under.objects.keys()].filter((key) => key.includes(svcUserId))).toHaveLength(1);
    expect((await directory.get(ownerId, svcUserId, 'large'))?.geometry).toEqual(geometry);
    const [listed] = (await directory.list(ownerId, { svcUserId }, { page: 0, size: 20, sort: [] }, 'withShapes'))
      .items;
    expect(listed).toMatchObject({ id: 'large' });
    expect(listed).not.toHaveProperty('geometry');
  });
});

describe('a field that is deleted', () => {
  const nothing = () => {};

  test('leaves only its events and its usage, with the boundary that was billed', async () => {
    const { ownerId, svcUserId } = await under.freshUser();
    await store.create(ownerId, under.newField(svcUserId, { id: 'home' }));
    await store.change(ownerId, svcUserId, 'home', reshape(11));
    expect(await store.remove(ownerId, svcUserId, 'home', nothing)).toBe(true);
    expect(await under.itemsOf('fields', `${ownerId}#${svcUserId}`)).toEqual([]);
    expect(await directory.get(ownerId, svcUserId, 'home')).toBeUndefined();
    expect(await store.remove(ownerId, svcUserId, 'home', nothing)).toBe(false);
    const facts = await under.itemsOf('usage', `${ownerId}#${svcUserId}`);
    expect(facts).toHaveLength(2);
    for (const { fact } of facts) {
      const { boundaryId } = (fact as { shape: { boundaryId: string } }).shape;
      expect([...under.objects.keys()].some((key) => key.includes(boundaryId))).toBe(true);
    }
  });

  test('stays when the check refuses', async () => {
    const { ownerId, svcUserId } = await under.freshUser();
    await store.create(ownerId, under.newField(svcUserId, { id: 'home' }));
    const refuse = () => {
      throw new Error('no');
    };
    await expect(store.remove(ownerId, svcUserId, 'home', refuse)).rejects.toThrow('no');
    expect(await directory.has(ownerId, svcUserId, 'home')).toBe(true);
  });

  test('is gone at once when the deletion breaks off, and the sweep completes it', async () => {
    const { ownerId, svcUserId } = await under.freshUser();
    await store.create(ownerId, under.newField(svcUserId, { id: 'home' }));
    await breakOff(ownerId, svcUserId, 'home');
    expect(await directory.get(ownerId, svcUserId, 'home')).toBeUndefined();
    expect(await directory.near(ownerId, svcUserId, squareAt(10, 50))).toEqual([]);
    expect((await directory.list(ownerId, {}, { page: 0, size: 20, sort: [] })).items).toEqual([]);
    expect(await deletion.finishOverdue()).toBe(0);
    under.clock.advance(11 * 60_000);
    expect(await deletion.finishOverdue()).toBe(1);
    expect(await under.itemsOf('fields', `${ownerId}#${svcUserId}`)).toEqual([]);
  });

  test('frees its id, even when the deletion broke off', async () => {
    const { ownerId, svcUserId } = await under.freshUser();
    await store.create(ownerId, under.newField(svcUserId, { id: 'home' }));
    await breakOff(ownerId, svcUserId, 'home');
    const again = under.newField(svcUserId, { id: 'home', name: 'Again' });
    await store.create(ownerId, again);
    under.clock.advance(11 * 60_000);
    expect(await deletion.finishOverdue()).toBe(0);
    expect(await directory.get(ownerId, svcUserId, 'home')).toMatchObject({ name: 'Again' });
    const versions = await directory.boundaries(ownerId, svcUserId, 'home', { page: 0, size: 20, sort: [] });
    expect(versions.items.map(({ id }) => id)).toEqual([again.boundary.id]);
  });

  /** Starts a deletion that ends after its first step: the bucket does not respond any more. */
  async function breakOff(ownerId: string, svcUserId: string, id: string): Promise<void> {
    const { put } = under.files;
    under.files.put = async () => {
      throw new Error('ended');
    };
    await expect(store.remove(ownerId, svcUserId, id, nothing)).rejects.toThrow('ended');
    under.files.put = put;
  }
});
