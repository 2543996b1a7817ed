import * as z from 'zod';
import { limits, limitText } from '../../../domain/limits.ts';
import { inOrder, instant, wholeNumber } from '../../../domain/parameters.ts';
import { dailyConsumptionSchema, rangeConsumptionSchema } from '../../../domain/usage/consumption/consumption.ts';
import { contractSchema } from '../../../domain/usage/contract.ts';
import { defineArea } from '../../http/endpoint.ts';
import { userInPath } from '../../http/existence.ts';
import { idInPath, pageParameters, userIdInPath } from '../../http/parameters.ts';
import { contractInPath } from './contract-in-path.ts';

const ofContract = z.object({
  contractId: idInPath.describe('Id of the contract, as `GET /billing/contracts` lists it.'),
});
const ofUser = z.object({
  contractId: idInPath.describe('Id of the contract, as `GET /billing/contracts` lists it.'),
  svcUserId: userIdInPath,
});
const range = z
  .strictObject({
    startTime: instant.optional().describe('A time of the first day; the first day of the term by default.'),
    endTime: instant
      .optional()
      .describe(
        'A time of the last day, which is included; today, or the last day of a term that is over, by default.',
      ),
  })
  .refine(...inOrder('startTime', 'endTime'));

const pendingHeader = {
  'Usage-Pending': `Facts and fields that are known to have changed and are not counted yet; usually 0, since counting follows within seconds. 1000 stands for more, too.`,
};
const rangeResponses = {
  200: {
    description: 'A row for each day, as JSON or CSV, or a picture of them.',
    contentType: 'application/json',
    describes: rangeConsumptionSchema,
    otherTypes: { 'text/csv': z.string(), 'image/svg+xml': z.string() },
    headers: pendingHeader,
  },
} as const;
const forms =
  '`Accept: text/csv` answers CSV, `Accept: image/svg+xml` a picture. Days to come, and those of before the first use, are left out. A range that crosses the yearly renewal goes on in the terms before and after, each of which begins with nothing. 400 `outsideContract` for a range that has no day of the term.';

const { page, cursor } = pageParameters([]);

const rangeOfUser = {
  method: 'GET',
  access: 'owner',
  params: ofUser,
  exists: { user: userInPath, contract: contractInPath },
  query: range,
  responses: rangeResponses,
} as const;

/** Area I: what area was used, by contract and day. */
export const usageApi = defineArea({
  name: 'usage',
  title: 'Usage monitoring',
  letter: 'I',
  description:
    'The area of what was processed. Each product has a contract for each yearly term in which it was used, which appears by itself. Ground counts once in a term, however often it was worked: a second harvest of a field is no new area. Reading data counts nothing, and deleting a boundary takes nothing away from the term. `areaUnit` follows the setting `usageAreaUnit` of the owner.',
  base: '/services/billingapplication/api',
  endpoints: {
    listUsageContracts: {
      method: 'GET',
      path: '/billing/contracts',
      summary: 'List the contracts',
      description:
        'One for each product and yearly term, which begins on the UTC day of the first use and on its anniversaries. `AUDIT_FIELDS_BOUNDARY` shows the boundaries that are there on a day, the others what was processed in the term.',
      access: 'owner',
      responses: { 200: { description: 'All contracts.', schema: z.array(contractSchema) } },
    },
    getUsageContract: {
      method: 'GET',
      path: '/billing/contracts/{contractId}',
      summary: 'Get a contract',
      description: 'The product that the contract counts and its yearly term; `…/consumption` has what was counted.',
      access: 'owner',
      params: ofContract,
      exists: { contract: contractInPath },
      responses: { 200: { description: 'The contract.', schema: contractSchema } },
    },
    getDailyConsumption: {
      method: 'GET',
      path: '/billing/contracts/{contractId}/consumption',
      summary: 'Get the area used by the end of a day',
      description:
        'The area from the first day of the term to the end of a day, of all users and of each. Scenes of satellites belong to no user, and count for the owner alone. 400 `outsideContract` for a day outside of the term.',
      access: 'owner',
      paged: { size: limits.usersInConsumption },
      params: ofContract,
      exists: { contract: contractInPath },
      query: z.strictObject({
        timestamp: instant.optional().describe('A time of the day; today by default.'),
        page,
        size: wholeNumber(1, limits.usersInConsumption)
          .optional()
          .describe(`Users in a page; default and maximum ${limitText.usersInConsumption}.`),
        cursor,
      }),
      responses: {
        200: {
          description: 'The area of the owner and one page of users.',
          schema: dailyConsumptionSchema,
          headers: pendingHeader,
        },
      },
    },
    getOwnerConsumption: {
      method: 'GET',
      path: '/billing/contracts/{contractId}/consumption/api-owner',
      summary: 'Get the area used by day',
      description: `The area of all users for each day of a range, without what overlaps. ${forms}`,
      access: 'owner',
      params: ofContract,
      exists: { contract: contractInPath },
      query: range,
      responses: rangeResponses,
    },
    getUserConsumption: {
      ...rangeOfUser,
      path: '/billing/contracts/{contractId}/consumption/svc-user/{svcUserId}',
      summary: 'Get the area that a user used by day',
      description: `The area of one user for each day of a range, including what overlaps with other users. ${forms}`,
      addition: true,
    },
    getUserConsumptionByFormerPath: {
      ...rangeOfUser,
      path: '/billing/contracts/{contractId}/consumption/leaf-user/{svcUserId}',
      summary: 'Get the area that a user used by day, at the path of the specification',
      description: `The same as \`svc-user\`, which is preferred. ${forms}`,
    },
  },
});
