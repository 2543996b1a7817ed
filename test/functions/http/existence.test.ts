import type { APIGatewayProxyEventV2, Context } from 'aws-lambda';
import { expect, test } from 'vitest';
import * as z from 'zod';
import type { Owner } from '../../../domain/access/owner.ts';
import { notFound } from '../../../domain/errors.ts';
import type { ServiceUser } from '../../../domain/users/service-user.ts';
import { defineArea, defineEndpoints } from '../../../functions/http/endpoint.ts';
import type { Handlers } from '../../../functions/http/exchange.ts';
import { type Finder, userInPath } from '../../../functions/http/existence.ts';
import { idInPath } from '../../../functions/http/parameters.ts';
import { publicServices } from '../../../functions/http/public-services.ts';
import { type HttpServices, serve } from '../../../functions/http/serve.ts';

const svcUserId = '0198c2a0-0000-7000-8000-000000000000';
const plot = z.object({ svcUserId: z.string(), name: z.string() });

const plotInPath: Finder<
  { params: { svcUserId: string; plotId: string } },
  { plots: Record<string, string> },
  z.infer<typeof plot>
> = async ({ params: { svcUserId, plotId } }, { plots }) => {
  const name = plots[plotId];
  if (name === undefined) throw notFound('field', plotId);
  return { svcUserId, name };
};

const common = {
  method: 'GET',
  summary: '',
  access: 'owner',
  params: z.object({ svcUserId: idInPath, plotId: z.string() }),
  responses: { 200: { description: '', schema: plot } },
} as const;
const path = '/users/{svcUserId}/plots/{plotId}';

const plots = defineArea({
  name: 'plots',
  title: '',
  letter: '-',
  description: '',
  base: '/plots/api',
  endpoints: {
    getPlot: { ...common, path, exists: { user: userInPath, plot: plotInPath } },
    createPlot: {
      ...common,
      method: 'POST',
      path,
      exists: { user: 'ownWrite', plot: plotInPath },
      responses: { 201: { description: '', schema: plot, location: '/users/{svcUserId}/plots/{name}' } },
    },
  },
});

/** The service with these records, and the order in which they were read. */
function served(users: string[], plotNames: Record<string, string>) {
  const read: string[] = [];
  const claims = { ownerId: 'o', kind: 'id' as const, issuedAt: 1, expiresAt: 2 };
  const handlers: Handlers<typeof plots.endpoints, HttpServices> = {
    async getPlot({ found }) {
      read.push('handler');
      return { status: 200, body: { ...found.plot, svcUserId: found.user.id } };
    },
    async createPlot({ found }) {
      return { status: 201, body: found.plot };
    },
  };
  const handler = serve(plots, handlers, {
    ...publicServices(),
    tokens: { verify: async () => claims },
    owners: { find: async () => ({ id: 'o', notBefore: 0, permissions: [] }) as unknown as Owner },
    users: {
      get: async (_, id) => {
        read.push(`user ${id}`);
        return users.includes(id) ? ({ id } as ServiceUser) : undefined;
      },
    },
    plots: new Proxy(plotNames, {
      get: (names, id: string) => {
        read.push(`plot ${id}`);
        return names[id];
      },
    }),
  });
  const ask = (method: string, plotId: string) => {
    const rawPath = `/plots/api/users/${svcUserId}/plots/${plotId}`;
    const event = {
      routeKey: `${method} /plots/api${path}`,
      rawPath,
      rawQueryString: '',
      headers: { authorization: 'Bearer t' },
      pathParameters: { svcUserId, plotId },
      requestContext: {
        stage: '$default',
        requestId: 'r',
        domainName: 'api',
        timeEpoch: 0,
        http: { method, path: rawPath, sourceIp: '127.0.0.1' },
      },
    } as unknown as APIGatewayProxyEventV2;
    return handler(event, { getRemainingTimeInMillis: () => 30_000 } as Context);
  };
  return { ask, read };
}

test('a handler receives the resources of its contract, each read once', async () => {
  const { ask, read } = served([svcUserId], { a: 'Meadow' });
  const { statusCode, body } = await ask('GET', 'a');
  expect({ statusCode, body: JSON.parse(body ?? '') }).toEqual({
    statusCode: 200,
    body: { svcUserId, name: 'Meadow' },
  });
  expect(read).toEqual([`user ${svcUserId}`, 'plot a', 'handler']);
});

test('the first missing resource is answered with 404, and the handler does not run', async () => {
  const gone = served([], { a: 'Meadow' });
  expect(JSON.parse((await gone.ask('GET', 'a')).body ?? '')).toMatchObject({ status: 404, errorKey: 'userNotFound' });
  expect(gone.read).toEqual([`user ${svcUserId}`]);
  const { ask, read } = served([svcUserId], {});
  expect(JSON.parse((await ask('GET', 'b')).body ?? '')).toMatchObject({ status: 404, errorKey: 'fieldNotFound' });
  expect(read).not.toContain('handler');
});

test('a resource of a conditional write is not read before, and Location is made from the body', async () => {
  const { ask, read } = served([], { a: 'Meadow' });
  const { statusCode, headers } = await ask('POST', 'a');
  expect(statusCode).toBe(201);
  expect(headers?.location).toBe(`https://api/plots/api/users/${svcUserId}/plots/Meadow`);
  expect(read).toEqual(['plot a']);
});

/** Contracts that do not compile; at run time they are only data. */
test('an endpoint that forgets a resource of its path, or its Location, does not compile', () => {
  // @ts-expect-error nothing is said of the user and the plot
  defineEndpoints({ getPlot: { ...common, path } });
  // @ts-expect-error nothing is said of the plot
  defineEndpoints({ getPlot: { ...common, path, exists: { user: userInPath } } });
  // @ts-expect-error a request that writes nothing cannot leave the user to a write
  defineEndpoints({ getPlot: { ...common, path, exists: { user: 'ownWrite', plot: plotInPath } } });
  // @ts-expect-error the user is always looked up before a handler reads
  defineEndpoints({ getPlot: { ...common, path, exists: { user: 'ownRead', plot: plotInPath } } });
  // @ts-expect-error the finder needs a plotId, which this path does not have
  defineEndpoints({ x: { ...common, path: '/plots', params: z.object({}), exists: { plot: plotInPath } } });
  const exists = { user: userInPath, plot: plotInPath };
  // @ts-expect-error a 201 says where the new resource is
  defineEndpoints({ x: { ...common, method: 'POST', path, exists, responses: { 201: common.responses[200] } } });
  const elsewhere = { 201: { description: '', schema: plot, location: '/plots/{id}' } } as const;
  // @ts-expect-error the body has no id
  defineEndpoints({ x: { ...common, method: 'POST', path, exists, responses: elsewhere } });
  expect(Object.keys(plots.endpoints)).toEqual(['getPlot', 'createPlot']);
});
