import { table } from '../../../adapters/aws/dynamodb/table.ts';
import { userStore } from '../../../adapters/aws/dynamodb/users/user-store.ts';
import { newId, systemClock } from '../../../adapters/system.ts';
import { environment } from '../../http/environment.ts';
import { serve } from '../../http/serve.ts';
import { httpServices } from '../../http/services.ts';
import { usersApi } from './api.ts';
import { changeUser } from './change-user.ts';
import { createUser } from './create-user.ts';
import { deleteUser } from './delete-user.ts';
import { getUser } from './get-user.ts';
import { listUsers } from './list-users.ts';
import { replaceUser } from './replace-user.ts';
import type { UsersServices } from './services.ts';

const { USERS_TABLE, EVENTS_TABLE } = environment('USERS_TABLE', 'EVENTS_TABLE');

const services: UsersServices = {
  ...httpServices(),
  users: userStore({ users: table(USERS_TABLE), events: table(EVENTS_TABLE), clock: systemClock, newId }),
  newId,
};

export const handler = serve(
  usersApi,
  { listUsers, createUser, replaceUser, getUser, changeUser, deleteUser },
  services,
);
