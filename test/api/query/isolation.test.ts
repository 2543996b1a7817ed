import { beforeAll, describe, expect, test } from 'vitest';
import { attacks } from '../../corpus/query-corpus.ts';
import { advance, idle } from '../cloud.ts';
import { freshOwner } from '../owner.ts';
import { type Harvested, harvested, runQuery } from './query.ts';

let victim: Harvested;
let attacker: Harvested;
beforeAll(async () => {
  [victim, attacker] = [await harvested(), await harvested()];
});

/** Attacks that are quick; the others are tested without a cloud. */
const quick = attacks.filter(({ class: kind }) => kind !== 'resource');

describe('a query sees the rows of its owner alone', () => {
  test('and an owner without points has none', async () => {
    const nobody = await freshOwner();
    expect((await runQuery(nobody, 'SELECT * FROM points')).status).toBe(204);
    expect((await runQuery(nobody, 'SELECT COUNT(*) AS n FROM points')).body).toEqual([{ n: 0 }]);
  });

  test.each(quick)('with every attack: $id', async ({ sql }) => {
    const named = sql.replaceAll('owner-a', attacker.owner.owner.id).replaceAll('owner-b', victim.owner.owner.id);
    // The corpus has its own names for columns.
    const { status, body } = await runQuery(attacker.owner, named.replace(/\bid\b/g, 'fileId'));
    expect(status, JSON.stringify(body)).toBeLessThan(500);
    const said = JSON.stringify(body);
    for (const id of [victim.svcUserId, victim.fieldId, victim.fileId]) expect(said).not.toContain(id);
  });

  test('also with a filter that is always true', async () => {
    const { body } = await runQuery(attacker.owner, 'SELECT DISTINCT fileId, svcUserId FROM points WHERE TRUE OR TRUE');
    expect(body).toEqual([{ fileId: attacker.fileId, svcUserId: attacker.svcUserId }]);
  });
});

test('the points of an erased user are gone', async () => {
  const { owner, svcUserId } = victim;
  expect((await runQuery(owner, 'SELECT COUNT(*) AS n FROM points')).body).toEqual([{ n: 100 }]);
  await owner.call('DELETE', `/services/usermanagement/api/users/${svcUserId}`);
  for (const minutes of [0, 15.1, 2.1]) {
    await advance({ minutes });
    await idle();
  }
  expect((await runQuery(owner, 'SELECT COUNT(*) AS n FROM points')).body).toEqual([{ n: 0 }]);
});
