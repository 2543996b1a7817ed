import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { Problem } from '../../../domain/errors.ts';
import { parametersInForm, parseBody } from '../body.ts';
import type { Operation } from '../operation.ts';
import { parseQueryString } from '../query-string.ts';
import { validated } from '../validation.ts';
import { exchangeOf, type Step } from './exchange.ts';

/** Parses and checks path, query, headers and body against the operation's schemas. */
export function parse(): Step {
  return {
    before: async (request) => {
      const exchange = exchangeOf(request);
      const { operation, event } = exchange;
      if (!operation) return;
      exchange.input = {
        params: operation.params ? pathParameters(operation.params, event.pathParameters ?? {}) : {},
        query: operation.query ? validated(operation.query, given(operation.body, event), 'query') : {},
        body: operation.body ? await parseBody(operation.body, event) : undefined,
      };
    },
  };
}

/** The address comes before a form. */
function given(body: Operation['body'], event: APIGatewayProxyEventV2): Record<string, string> {
  return { ...parametersInForm(body, event), ...parseQueryString(event.rawQueryString) };
}

/** A path that does not fit its schema names nothing that exists: 404, as for any unknown id. */
function pathParameters(schema: NonNullable<Parameters<typeof validated>[0]>, given: unknown): unknown {
  const result = schema.safeParse(given);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  const name = String(issue?.path[0] ?? 'path');
  throw new Problem('notFound', `Nothing is found with this ${name}: ${issue?.message ?? 'it is malformed'}.`);
}
