import { isLeftOut } from '../../../http/body/body.ts';
import type { Area, Endpoint } from '../../../http/endpoint.ts';
import { collectSchemas, type JsonSchema, type SchemaCollection } from './json-schema.ts';
import { parametersOf } from './parameters.ts';
import { responsesOf } from './responses.ts';
import { webhooksOf } from './webhooks.ts';

/** The version of the interface, not of this program. */
const version = '1.0.0';

const about = `Furrow collects, standardises and serves what machines, clouds, satellites and weather models know about a field.

Get a token first: \`POST /api/authenticate\` for the paths as listed here, or the token endpoint for the same paths under \`/v2\`.
Lists are bare arrays; the headers \`X-Total-Count\` and \`Link\` give the number of rows and the URL of the next page.
Errors are problem documents (RFC 9457); branch on \`errorKey\`. The gateway in front answers 413, 429, 500 and 503 also itself, with a \`message\` alone.`;

/** The whole interface as an OpenAPI 3.1 document. */
export function openApiDocument(areas: readonly Area[]): JsonSchema {
  const schemas = collectSchemas();
  const paths: Record<string, JsonSchema> = {};
  for (const area of areas) {
    for (const [operationId, endpoint] of Object.entries(area.endpoints)) {
      const path = `${area.base}${endpoint.path}`;
      paths[path] = {
        ...paths[path],
        [endpoint.method.toLowerCase()]: describe(area, operationId, endpoint, schemas),
      };
    }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Furrow', version, description: about, license: { name: 'Apache-2.0', identifier: 'Apache-2.0' } },
    servers: [
      { url: '/', description: 'With a legacy id_token.' },
      { url: '/v2', description: 'With an OAuth 2.0 access token.' },
    ],
    tags: areas.map(({ title, description }) => ({ name: title, description })),
    security: [{ bearer: [] }],
    paths,
    webhooks: webhooksOf(schemas),
    components: {
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT', description: 'See Tokens.' },
        apiKey: { type: 'apiKey', in: 'header', name: 'X-Api-Key', description: 'For one service user. See Keys.' },
      },
      schemas: schemas.named,
    },
  };
}

function describe(area: Area, operationId: string, endpoint: Endpoint, schemas: SchemaCollection): JsonSchema {
  const parameters = parametersOf(endpoint, schemas);
  const notes = [
    endpoint.beta && 'Beta: may change without notice.',
    endpoint.deprecated && `Deprecated: ${endpoint.deprecated}`,
    endpoint.description,
    endpoint.links && `Takes the keys of ${endpoint.links.join(' and ')} links.`,
    endpoint.addition && 'An addition of Furrow to the common interface.',
  ].filter(Boolean);
  return {
    operationId,
    tags: [area.title],
    summary: endpoint.summary,
    ...(notes.length > 0 && { description: notes.join('\n\n') }),
    ...(endpoint.deprecated && { deprecated: true }),
    ...securityOf(endpoint),
    ...(endpoint.addition && { 'x-furrow-addition': true }),
    ...(parameters.length > 0 && { parameters }),
    ...(endpoint.body && { requestBody: requestBody(endpoint, schemas) }),
    responses: responsesOf(endpoint, schemas),
  };
}

/** Nothing where it is as for the whole document. */
function securityOf({ access }: Endpoint): JsonSchema {
  if (access === 'public') return { security: [] };
  return access === 'ownerOrApiKey' ? { security: [{ bearer: [] }, { apiKey: [] }] } : {};
}

function requestBody({ body, method }: Endpoint, schemas: SchemaCollection): JsonSchema | undefined {
  if (!body) return undefined;
  if (body.kind === 'multipart') {
    const file = { type: 'string', contentMediaType: 'application/octet-stream', description: body.description };
    const inForm = (body.parameters ?? []).map((name) => [
      name,
      { type: 'string', description: 'Can be given here instead of as the parameter of the same name.' },
    ]);
    const files =
      body.many === undefined
        ? file
        : {
            type: 'array',
            items: file,
            minItems: 1,
            maxItems: body.many,
            description: 'Each file in a part of this name.',
          };
    const properties = { [body.part]: files, ...Object.fromEntries(inForm) };
    const schema = { type: 'object', required: [body.part], properties };
    return { required: true, content: { 'multipart/form-data': { schema } } };
  }
  if (body.kind === 'text') {
    const { description, example } = body;
    return { required: true, description, content: { 'text/plain': { schema: { type: 'string' }, example } } };
  }
  const type = body.kind === 'form' ? 'application/x-www-form-urlencoded' : 'application/json';
  const example = body.kind === 'json' && body.example !== undefined ? { example: body.example } : {};
  const optional = body.kind === 'json' && isLeftOut(body, method);
  return { required: !optional, content: { [type]: { schema: schemas.describe(body.schema, 'input'), ...example } } };
}
