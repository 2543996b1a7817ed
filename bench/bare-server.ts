/**
 * The peer of `GET /users/{id}`: Node's own server, which reads the same item with the same client and checks neither token, route nor
 * schema. Started with `fork`; it sends its URL.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { documentClient } from '../adapters/aws/dynamodb/table.ts';
import { userKey } from '../adapters/aws/dynamodb/users/user-exists.ts';
import { readEndpoints } from '../local/state/endpoints-file.ts';

const endpoints = readEndpoints(process.argv[2] ?? '');
if (!endpoints) throw new Error(`no embedded cloud runs on ${process.argv[2]}`);
const { region, credentials, services, variables } = endpoints;
const client = documentClient(new DynamoDBClient({ region, credentials, endpoint: services.dynamodb }));

/** `GET /{ownerId}/{userId}` */
const server = createServer(async (request, response) => {
  const [, ownerId = '', id = ''] = (request.url ?? '').split('/');
  const Key = userKey(ownerId, id);
  const { Item } = await client.send(new GetCommand({ TableName: variables.USERS_TABLE, Key, ConsistentRead: true }));
  const body = JSON.stringify(Item?.user);
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }).end(body);
});
server.listen(0, '127.0.0.1', () => process.send?.(`http://127.0.0.1:${(server.address() as AddressInfo).port}`));
process.on('disconnect', () => process.exit());
