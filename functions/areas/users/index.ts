import { table } from '../../../adapters/aws/dynamodb/table.ts';
import { userStore } from '../../../adapters/aws/dynamodb/users/user-store.ts';
import { newId, systemClock } from '../../../adapters/system.ts';
import { environment } from '../../http/environment.ts';
import { serve } from '../../http/serve.ts';
import { httpServices } from '../../http/services.ts';
import { usersApi } from './api.ts';
import { userHandlers } from './handlers.ts';
import type { UsersServices } from './services.ts';

const { USERS_TABLE, EVENTS_TABLE } = environment('USERS_TABLE', 'EVENTS_TABLE');

const services: UsersServices = {
  ...httpServices(),
  users: userStore({ users: table(USERS_TABLE), events: table(EVENTS_TABLE), clock: systemClock, newId }),
  newId,
};

export const handler = serve(usersApi, userHandlers, services);
