import * as z from 'zod';
import {
  changedSettingsSchema,
  configurationSchema,
  readOnlyMembers,
  someSettingsSchema,
} from '../../../domain/configuration/configuration.ts';
import { defineArea } from '../../http/endpoint.ts';
import { userInPath } from '../../http/existence.ts';
import { userIdInPath } from '../../http/parameters.ts';

const params = z.object({ svcUserId: userIdInPath });
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
    'Settings of the owner, which apply to every service user, and settings of single users, which override them. Changes are not retroactive: data is not processed again.',
  base: '/services/config/api',
  endpoints: {
    getOwnerConfiguration: {
      method: 'GET',
      path: '/configs',
      summary: "Get the owner's configuration",
      description: 'Every setting with its effective value, including defaults.',
      access: 'owner',
      responses: { 200: { description: 'The configuration.', schema: configurationSchema } },
    },
    changeOwnerConfiguration: {
      method: 'PATCH',
      path: '/configs',
      summary: "Change the owner's configuration",
      description:
        'A setting that is an object is replaced as a whole. Null is refused, because the owner has a value for every setting.',
      access: 'owner',
      body: { kind: 'json', schema: given, readOnly: readOnlyMembers, example },
      responses: { 200: { description: 'The configuration after the change.', schema: configurationSchema } },
    },
    getUserConfiguration: {
      method: 'GET',
      path: '/configs/{svcUserId}',
      summary: "Get a user's own settings",
      description:
        'Only the settings of this user; the settings of the owner apply for the rest. 404 when the user has no settings.',
      access: 'owner',
      params,
      exists: { user: userInPath },
      responses: { 200: { description: 'The stored settings.', schema: configurationSchema } },
    },
    createUserConfiguration: {
      method: 'POST',
      path: '/configs/{svcUserId}',
      summary: 'Set settings for a user',
      description:
        'Only the given settings are stored; all others follow those of the owner. 409 `configurationExists` if the user has settings: change them by PATCH.',
      access: 'owner',
      idempotent: true,
      conflict: 'The user already has settings.',
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
        'Creates the settings if there are none. Null removes a setting, so that the setting of the owner applies again. An object is replaced as a whole.',
      access: 'owner',
      params,
      exists: { user: 'ownWrite' },
      body: {
        kind: 'json',
        schema: changedSettingsSchema,
        readOnly: readOnlyMembers,
        example: { fieldsAutoMerge: null },
      },
      responses: { 200: { description: 'The stored settings after the change.', schema: configurationSchema } },
    },
    deleteUserConfiguration: {
      method: 'DELETE',
      path: '/configs/{svcUserId}',
      summary: "Delete a user's settings",
      description: 'All settings of the owner apply to the user afterwards. 404 when the user has no settings.',
      access: 'owner',
      params,
      exists: { user: userInPath },
      responses: { 204: { description: 'Deleted.' } },
    },
  },
});
