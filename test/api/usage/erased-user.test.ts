import { expect, test } from 'vitest';
import { fieldsPath, squareAt } from '../fields/field.ts';
import { freshOwner } from '../owner.ts';
import { tracesOf, untilErased } from '../users/erasure.ts';
import { freshUser, usersPath } from '../users/user.ts';
import { reportOf, untilCounted } from './usage.ts';

test('an erased user stays counted under a pseudonym, without a trace of its id, and leaves the audit', async () => {
  const owner = await freshOwner();
  const [ada, ben] = [(await freshUser(owner)).id, (await freshUser(owner)).id];
  await owner.post(fieldsPath(ada), { geometry: squareAt(10.01, 50.01) });
  await owner.post(fieldsPath(ben), { geometry: squareAt(10.015, 50.01) });
  const { body: gone } = await owner.post<{ id: string }>(fieldsPath(ada), { geometry: squareAt(11.01, 50.01) });
  await untilCounted();
  // A field that was deleted before is found, too.
  await owner.call('DELETE', fieldsPath(ada, `/${gone.id}`));
  await untilCounted();
  const processed = await reportOf(owner, 'FIELDS_BOUNDARY');
  const audit = await reportOf(owner, 'AUDIT_FIELDS_BOUNDARY');
  const before = await processed.daily();
  const own = before.svcUsersAreas.find(({ svcUserId }) => svcUserId === ada)?.totalArea;

  expect((await owner.call('DELETE', `${usersPath}/${ada}`)).status).toBe(204);
  await untilErased();
  await untilCounted();
  expect(await tracesOf(ada)).toEqual([`users ${owner.owner.id}#${ada} ${ada}`]);
  const after = await processed.daily(before.date);
  expect(after.totalUniqueArea).toBe(before.totalUniqueArea);
  expect(after.svcUsersAreas.find(({ svcUserId }) => svcUserId.startsWith('erased-'))?.totalArea).toBe(own);
  expect(after.svcUsersAreas.map(({ svcUserId }) => svcUserId)).not.toContain(ada);
  const left = await audit.daily();
  expect(left.svcUsersAreas.map(({ svcUserId }) => svcUserId)).toEqual([ben]);
  expect(left.totalUniqueArea).toBe(left.svcUsersAreas[0]?.totalArea);
});
