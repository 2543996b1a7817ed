import { type ConsumedCapacity, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { documentClient, type Table } from '../adapters/aws/dynamodb/table.ts';
import type { Endpoints } from '../local/state/endpoints-file.ts';

/** Tables by their variables, and the capacity units consumed since the last call. */
export interface CountingClient {
  table(variable: string): Table;
  take(): number;
  close(): void;
}

/** A DynamoDB client that asks for the consumed capacity with every response. */
export function countingClient({ region, credentials, services, variables }: Endpoints): CountingClient {
  const database = new DynamoDBClient({ region, credentials, endpoint: services.dynamodb });
  let units = 0;
  database.middlewareStack.add(
    (next) => async (args) => {
      const answer = await next({ ...args, input: { ...args.input, ReturnConsumedCapacity: 'TOTAL' } });
      const { ConsumedCapacity: consumed } = answer.output as {
        ConsumedCapacity?: ConsumedCapacity | ConsumedCapacity[];
      };
      for (const { CapacityUnits = 0 } of [consumed ?? []].flat()) units += CapacityUnits;
      return answer;
    },
    { step: 'initialize', priority: 'low' },
  );
  const client = documentClient(database);
  return {
    table: (variable) => ({ client, name: variables[variable] ?? '' }),
    take() {
      const taken = units;
      units = 0;
      return taken;
    },
    close: () => database.destroy(),
  };
}
