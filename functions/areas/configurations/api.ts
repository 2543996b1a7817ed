import * as z from 'zod';
import {
  changedSettingsSchema,
  configurationSchema,
  readOnlyMembers,
  someSettingsSchema,
} from '../../../domain/configuration/configuration.ts';
import { defineArea } from '../../http/endpoint.ts';
import { userInPath } from '../../http/existence.ts';
import { idInPath } from '../../http/parameters.ts';

const params = z.object({ svcUserId: idInPath });
const example = {
  fieldsAutoMerge: true,
  fieldsMergeIntersection: 5,
  cleanupRules: { wetMass: [{ operator: 'GT', value: 0 }] },
};
const given = someSettingsSchema.meta({ id: 'ConfigurationSettings' });

/** Area H: the settings that all later processing reads. */
export const configurationsApi = defineArea({
  name: 'configurations',
  title: 'Configurations',
  letter: 'H',
  description:
    'Settings of the owner, which hold for every service user, and of single users, which override them. A change is not retroactive: data is not processed again.',
  base: '/services/config/api',
  endpoints: {
    getOwnerConfiguration: {
      method: 'GET',
      path: '/configs',
      summary: "Get the owner's configuration",
      description: 'Every setting with the value that holds, defaults included.',
      access: 'owner',
      responses: { 200: { description: 'The configuration.', schema: configurationSchema } },
    },
    changeOwnerConfiguration: {
      method: 'PATCH',
      path: '/configs',
      summary: "Change the owner's configuration",
      description: 'A setting that is an object is replaced whole. Null is refused: the owner always has a value.',
      access: 'owner',
      body: { kind: 'json', schema: given, readOnly: readOnlyMembers, example },
      responses: { 200: { description: 'The configuration as it is now.', schema: configurationSchema } },
    },
    getUserConfiguration: {
      method: 'GET',
      path: '/configs/{svcUserId}',
      summary: "Get a user's own settings",
      description: 'Only what was set for the user; the rest follows the owner. 404 when nothing was.',
      access: 'owner',
      params,
      exists: { user: userInPath },
      responses: { 200: { description: 'The stored settings.', schema: configurationSchema } },
    },
    createUserConfiguration: {
      method: 'POST',
      path: '/configs/{svcUserId}',
      summary: 'Set settings for a user',
      access: 'owner',
      idempotent: true,
      conflict: 'The user has settings already.',
      params,
      exists: { user: 'ownWrite' },
      body: { kind: 'json', schema: given, readOnly: readOnlyMembers, example },
      responses: {
        201: {
          description: 'The stored settings; inherited ones are not filled in.',
          schema: configurationSchema,
          location: '/configs/{svcUserId}',
        },
      },
    },
    changeUserConfiguration: {
      method: 'PATCH',
      path: '/configs/{svcUserId}',
      summary: "Change a user's settings",
      description:
        'Makes them when there are none. Null takes a setting away, so that the owner is followed again. An object is replaced whole.',
      access: 'owner',
      params,
      exists: { user: 'ownWrite' },
      body: {
        kind: 'json',
        schema: changedSettingsSchema,
        readOnly: readOnlyMembers,
        example: { fieldsAutoMerge: null },
      },
      responses: { 200: { description: 'The stored settings as they are now.', schema: configurationSchema } },
    },
    deleteUserConfiguration: {
      method: 'DELETE',
      path: '/configs/{svcUserId}',
      summary: "Delete a user's settings",
      description: 'The user then follows the owner in everything. 404 when there are none.',
      access: 'owner',
      params,
      exists: { user: userInPath },
      responses: { 204: { description: 'Deleted.' } },
    },
  },
});
