import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { Problem } from '../../../domain/errors.ts';
import { parametersInForm, parseBody } from '../body/body.ts';
import type { Endpoint } from '../endpoint.ts';
import type { Routed } from '../exchange.ts';
import { pageOf, parseQueryString } from '../parameters.ts';
import { validated } from '../validation.ts';

/**
 * Parses and checks path, query and body against the endpoint's schemas.
 *
 * @throws Problem 404 for a path that fits no schema, and 400, 413 or 415 for the rest.
 */
export async function parse(exchange: Routed): Promise<void> {
  const { route, event, variables } = exchange;
  const { endpoint } = route;
  const params = endpoint.params ? pathParameters(endpoint.params, variables) : {};
  const query = endpoint.query ? validated(endpoint.query, given(endpoint.body, event), 'query') : {};
  const body = endpoint.body ? await parseBody(endpoint.body, event) : undefined;
  exchange.input = { params, ...pageAndFilters(endpoint.paged, query), body };
}

/** The address comes before a form. */
function given(body: Endpoint['body'], event: APIGatewayProxyEventV2): Record<string, string> {
  return { ...parametersInForm(body, event), ...parseQueryString(event.rawQueryString) };
}

/** Parts the parameters of the page from those that say what the list shows. */
function pageAndFilters(paged: Endpoint['paged'], given: Parameters<typeof pageOf>[0]) {
  if (!paged) return { query: given, asked: undefined };
  const { page, size = paged === true ? undefined : paged.size, sort, cursor, ...query } = given;
  return { query, asked: pageOf({ page, size, sort, cursor }) };
}

/** A path that does not fit its schema names nothing that exists: 404, as for any unknown id. */
function pathParameters(schema: NonNullable<Parameters<typeof validated>[0]>, given: unknown): unknown {
  const result = schema.safeParse(given);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  const name = String(issue?.path[0] ?? 'path');
  throw new Problem('notFound', `Nothing has this ${name}: ${issue?.message ?? 'it is malformed'}.`);
}
