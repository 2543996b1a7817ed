import { expect, test } from 'vitest';
import { providers } from '../../../domain/providers/providers.ts';
import { changedMembers } from '../../../domain/resource-members.ts';
import { newUser } from '../../../domain/users/new-user.ts';
import {
  changedServiceUserSchema,
  newServiceUserSchema,
  serviceUserSchema,
  userMembers,
} from '../../../domain/users/service-user.ts';

const id = '01890a5d-ac96-774b-bcce-b302099a8057';
const ada = newUser(id, { name: 'Ada', email: 'ada@example.com', phone: '1', externalId: 'x' });

test('a new user has {} for each provider and no omitted members', () => {
  expect(Object.keys(ada).sort()).toEqual(
    ['email', 'externalId', 'id', 'name', 'phone', ...providers.map(({ userProperty }) => userProperty)].sort(),
  );
  expect(serviceUserSchema.parse(ada)).toEqual(ada);
});

test('a change affects what it names; null removes a member', () => {
  expect(changedMembers(userMembers, ada, { name: 'Ada L.' })).toEqual({ ...ada, name: 'Ada L.' });
  const { phone: _phone, ...without } = ada;
  expect(changedMembers(userMembers, ada, { phone: null })).toEqual(without);
  expect(changedMembers(userMembers, ada, {})).toEqual(ada);
});

test.each([{ name: null }, { email: null }, { name: ' ' }, { email: '' }, { nonsense: 1 }, { id }])(
  'the change %j is refused',
  (change) => {
    expect(changedServiceUserSchema.safeParse(change).success).toBe(false);
  },
);

test('the longest text fits, one more character does not', () => {
  const create = (name: string) => newServiceUserSchema.safeParse({ name, email: 'a@b.example' }).success;
  expect([create('x'.repeat(255)), create('x'.repeat(256))]).toEqual([true, false]);
});

test.each([
  ['', 'email must not be blank'],
  [' ', 'email must not be blank'],
  ['ada', 'email must have the form name@example.com'],
  ['a@b', 'email must have the form name@example.com'],
  ['ada@example.', 'email must have the form name@example.com'],
  ['ada\u0000@example.com', 'email must not contain control characters such as U+0000'],
])('the e-mail address "%s" is refused with one message', (email, message) => {
  const { error } = newServiceUserSchema.safeParse({ name: 'Ada', email });
  expect(error?.issues.map((issue) => issue.message)).toEqual([message]);
});
