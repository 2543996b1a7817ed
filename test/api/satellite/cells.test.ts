import { afterAll, describe, expect, test } from 'vitest';
import { newId } from '../../../adapters/system.ts';
import { timestamp } from '../../../domain/clock.ts';
import { ProviderProblem } from '../../../domain/sync/provider-problem.ts';
import { dayOf } from '../../../domain/weather/days.ts';
import { advance, cloudClock } from '../cloud.ts';
import { fakeCatalogue, freshCell, removeSearched, sceneOver, searching } from './searched-cell.ts';

// The cloud's own sweep finds none of these cells later.
afterAll(removeSearched);

/** A catalogue, a cell and the job. */
function world() {
  const catalogue = fakeCatalogue();
  return { catalogue, ...freshCell(), ...searching(catalogue) };
}

describe('a new field', () => {
  test('gets each scene of the days back that covers it, once', async () => {
    const { catalogue, cell, west, south, field, search, sent } = world();
    catalogue.scenes = [
      sceneOver(west, south, 1, 5),
      sceneOver(west, south, 1, 12),
      sceneOver(west + 0.5, south, 1, 6),
      sceneOver(west, south, 1, 40),
    ];
    const { id } = await field(cell, [west + 0.2, south + 0.2]);
    await search(cell);
    expect(sent.map(({ fieldId }) => fieldId)).toEqual([id, id]);
    expect(catalogue.asked).toEqual([
      { bbox: [west, south, west + 1, south + 1], from: expect.any(String), to: expect.any(String), by: 'date' },
    ]);
    expect(catalogue.asked[0]?.from.slice(0, 10)).toBe(dayOf(cloudClock.now() - 30 * 86_400_000));
    await search(cell);
    expect([sent.length, catalogue.asked.length]).toEqual([2, 1]);
  });

  test('of a past season gets the scenes of its days, and none that is published later', async () => {
    const { catalogue, cell, west, south, field, search, sent, services } = world();
    const ago = (days: number) => dayOf(cloudClock.now() - days * 86_400_000);
    catalogue.scenes = [4, 5, 12, 20].map((days) => sceneOver(west, south, 1, days));
    const { id, ownerId } = await field(cell, [west + 0.2, south + 0.2], { startDate: ago(14), endDate: ago(5) });
    await search(cell);
    const dates = await Promise.all(
      sent.map(async ({ processId }) => (await services.processes.get(ownerId, id, processId))?.date.slice(0, 10)),
    );
    expect(dates.toSorted()).toEqual([ago(12), ago(5)]);
    await advance({ minutes: 6 * 60 + 6 });
    catalogue.scenes = [sceneOver(west, south, 1, 0)];
    await search(cell);
    expect(sent).toHaveLength(2);
  });

  test('across the cut of a tile gets a process for each piece, once, in whichever order they are found', async () => {
    const { catalogue, cell, west, south, field, search, sent, services } = world();
    const piece = (datastrip: string, from: number, daysAgo = 3) => {
      const scene = sceneOver(west, south + from, 0.55, daysAgo);
      return { ...scene, id: `S2A_${datastrip}`, key: 'S2A_33TWL_2023-08-10T09:58', datastrip };
    };
    const pieces = [piece('20230810T095651', 0), piece('20230810T095812', 0.45)];
    catalogue.scenes = pieces;
    const { id } = await field(cell, [west + 0.2, south + 0.498]);
    await search(cell);
    const found = async () =>
      Promise.all(sent.map(({ ownerId, processId }) => services.processes.get(ownerId, id, processId)));
    expect((await found()).map((process) => process?.sceneId).sort()).toEqual(pieces.map((one) => one.id));
    expect(new Set(sent.map(({ processId }) => processId)).size).toBe(2);
    // Published once more, in reverse order.
    await advance({ minutes: 6 * 60 + 6 });
    const date = timestamp(cloudClock.now());
    catalogue.scenes = pieces.toReversed().map((one) => ({ ...one, date, created: date }));
    await search(cell);
    expect(sent).toHaveLength(2);
  });

  test('of a cell that has been searched requests nothing that is known', async () => {
    const { catalogue, cell, west, south, field, search, sent } = world();
    catalogue.scenes = [sceneOver(west, south, 1, 5), sceneOver(west, south, 1, 50)];
    await field(cell, [west + 0.2, south + 0.2]);
    await search(cell);
    const second = await field(cell, [west + 0.6, south + 0.6]);
    await search(cell);
    expect(catalogue.asked).toHaveLength(1);
    expect(sent.map(({ fieldId }) => fieldId)).toContain(second.id);
    // One that needs more requests the rest.
    const third = await field(cell, [west + 0.6, south + 0.6], 60);
    await search(cell);
    expect(catalogue.asked).toHaveLength(2);
    expect(catalogue.asked[1]?.to).toBe(catalogue.asked[0]?.from);
    expect(sent.filter(({ fieldId }) => fieldId === third.id)).toHaveLength(2);
  });

  test('that reaches back for years is searched in parts', async () => {
    const { catalogue, cell, west, south, field, search, sent } = world();
    catalogue.scenes = [sceneOver(west, south, 1, 5), sceneOver(west, south, 1, 600), sceneOver(west, south, 1, 900)];
    await field(cell, [west + 0.2, south + 0.2], 1_000);
    await search(cell);
    expect(catalogue.asked).toHaveLength(3);
    expect(sent).toHaveLength(3);
  });

  test('outside of the footprint of a scene gets no process of it, though its box meets it', async () => {
    const { catalogue, cell, west, south, field, search, sent } = world();
    catalogue.scenes = [sceneOver(west, south, 0.205, 5), sceneOver(west, south, 0.2, 6)];
    const { id } = await field(cell, [west + 0.2001, south + 0.2001]);
    await search(cell);
    expect(sent).toEqual([expect.objectContaining({ fieldId: id })]);
  });
});

describe('a cell', () => {
  test('is searched when it is due, for what was published since, once for all of its fields', async () => {
    const { catalogue, cell, west, south, field, search, sent, services } = world();
    const fields = [await field(cell, [west + 0.2, south + 0.2]), await field(cell, [west + 0.5, south + 0.5])];
    await search(cell);
    expect(sent).toEqual([]);
    const before = catalogue.asked.length;
    // Not yet due.
    await search(cell);
    expect(catalogue.asked).toHaveLength(before);
    await advance({ minutes: 6 * 60 + 6 });
    expect(await services.cells.leases.overdue()).toContain(cell);
    catalogue.scenes = [sceneOver(west, south, 1, 0)];
    await search(cell);
    expect(catalogue.asked.slice(before).map(({ by }) => by)).toEqual(['created']);
    expect(sent.map(({ fieldId }) => fieldId).sort()).toEqual(fields.map(({ id }) => id).sort());
    // A known scene: another search finds it and does nothing.
    await advance({ minutes: 6 * 60 + 6 });
    await search(cell);
    expect(sent).toHaveLength(2);
  });

  test('is searched at once when a scene of it is published, and once for several scenes', async () => {
    const { catalogue, cell, west, south, field, search } = world();
    await field(cell, [west + 0.2, south + 0.2]);
    await search(cell);
    const before = catalogue.asked.length;
    await advance({ minutes: 1 });
    const publishedAt = cloudClock.now();
    await advance({ seconds: 1 });
    await search(cell, publishedAt);
    await search(cell, publishedAt);
    expect(catalogue.asked).toHaveLength(before + 1);
  });

  test('loses no scene while the catalogue fails, and is searched again later', async () => {
    const { catalogue, cell, west, south, field, search, sent, services } = world();
    await field(cell, [west + 0.2, south + 0.2]);
    await search(cell);
    await advance({ minutes: 6 * 60 + 6 });
    catalogue.scenes = [sceneOver(west, south, 1, 0), sceneOver(west, south, 1, 0.1, 'S2B')];
    const down = () => new ProviderProblem('unreachable', 'The catalogue is down.');
    catalogue.problems = [
      { error: down(), after: 0 },
      { error: down(), after: 1 },
    ];
    await search(cell);
    await advance({ minutes: 6 });
    await search(cell);
    expect(await services.cells.leases.overdue()).not.toContain(cell);
    await advance({ minutes: 20 });
    expect(await services.cells.leases.overdue()).toContain(cell);
    await search(cell);
    expect(new Set(sent.map(({ processId }) => processId)).size).toBe(2);
  });

  test('that has never been searched calls a failing catalogue less and less often, whatever fields come', async () => {
    const { catalogue, cell, west, south, field, search, sent } = world();
    const down = () => ({ error: new ProviderProblem('unreachable', 'The catalogue is down.'), after: 0 });
    catalogue.problems = [down(), down(), down()];
    catalogue.scenes = [sceneOver(west, south, 1, 5)];
    const asked = () => catalogue.asked.length;
    await field(cell, [west + 0.2, south + 0.2]);
    await search(cell);
    expect(asked()).toBe(1);
    for (const [count, pause] of [5, 10, 20].entries()) {
      await field(cell, [west + 0.3, south + 0.3]);
      await search(cell);
      await advance({ minutes: pause - 1 });
      await search(cell, cloudClock.now());
      expect(asked()).toBe(count + 1);
      await advance({ minutes: 2 });
      await search(cell);
      expect(asked()).toBe(count + 2);
    }
    // The fourth search was answered, and serves all four fields.
    expect(new Set(sent.map(({ fieldId }) => fieldId)).size).toBe(4);
  });

  test('matches new fields with the scenes that it knows while the catalogue is paused', async () => {
    const { catalogue, cell, west, south, field, search, sent } = world();
    catalogue.scenes = [sceneOver(west, south, 1, 5)];
    await field(cell, [west + 0.2, south + 0.2]);
    await search(cell);
    catalogue.problems = [{ error: new ProviderProblem('unreachable', 'The catalogue is down.'), after: 0 }];
    const earlier = await field(cell, [west + 0.3, south + 0.3], 60);
    await search(cell);
    const [before, { id }] = [catalogue.asked.length, await field(cell, [west + 0.4, south + 0.4])];
    await search(cell);
    expect(catalogue.asked).toHaveLength(before);
    expect(sent.map(({ fieldId }) => fieldId)).toContain(id);
    expect(sent.map(({ fieldId }) => fieldId)).not.toContain(earlier.id);
    await advance({ minutes: 6 });
    await search(cell);
    expect(sent.map(({ fieldId }) => fieldId)).toContain(earlier.id);
  });

  test('whose search fails by an error of our own is searched again by the sweep', async () => {
    const { catalogue, cell, west, south, field, search, services } = world();
    await field(cell, [west + 0.2, south + 0.2]);
    await search(cell);
    await advance({ minutes: 6 * 60 + 6 });
    catalogue.problems = [{ error: new Error('ours'), after: 0 }];
    await expect(search(cell)).rejects.toThrow('ours');
    await advance({ minutes: 15 });
    expect(await services.cells.leases.overdue()).toContain(cell);
  });

  test('without fields is no longer searched', async () => {
    const { catalogue, cell, west, south, field, search, store, services } = world();
    const one = await field(cell, [west + 0.2, south + 0.2]);
    catalogue.scenes = [sceneOver(west, south, 1, 3)];
    await search(cell);
    expect(await store.remove(one)).toBe(true);
    expect(await store.remove(one)).toBe(false);
    await advance({ minutes: 6 * 60 + 6 });
    const before = catalogue.asked.length;
    await search(cell);
    expect(catalogue.asked).toHaveLength(before);
    expect(await services.cells.state(cell)).toBeUndefined();
    expect(await services.cells.scenes(cell, '2000')).toEqual([]);
    await advance({ minutes: 6 * 60 + 6 });
    expect(await services.cells.leases.overdue()).not.toContain(cell);
  });
});

test('a thousand fields on ten cells cost ten searches', async () => {
  const catalogue = fakeCatalogue();
  const { field, search, sent } = searching(catalogue);
  const [{ west, south }, ownerId] = [freshCell(), newId()];
  const cells = Array.from({ length: 10 }, (_, column) => ({
    cell: `${west}:${south + column}`,
    south: south + column,
  }));
  catalogue.scenes = [sceneOver(west, south, 10, 3)];
  for (const { cell, south: bottom } of cells) {
    for (let row = 0; row < 10; row += 1) {
      const corner = (column: number): [number, number] => [west + 0.05 + row * 0.09, bottom + 0.05 + column * 0.09];
      await Promise.all(Array.from({ length: 10 }, (_, column) => field(cell, corner(column), 30, ownerId)));
    }
    await search(cell);
  }
  expect([catalogue.asked.length, sent.length]).toEqual([10, 1_000]);
  expect(new Set(sent.map(({ processId }) => processId)).size).toBe(1_000);
});
