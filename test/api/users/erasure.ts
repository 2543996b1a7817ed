import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import { files, table } from '../cloud.ts';

const tables = [
  'identity',
  'owners',
  'users',
  'fields',
  'configurations',
  'uploads',
  'usage',
  'events',
  'requests',
] as const;

/** Every item of every table and every key of the bucket of files that names a user, as `<place> <key>`. */
export async function tracesOf(svcUserId: string): Promise<string[]> {
  const traces: string[] = [];
  for (const name of tables) {
    for await (const item of itemsOf(name)) {
      if (JSON.stringify(item).includes(svcUserId)) traces.push(`${name} ${item.pk} ${item.sk}`);
    }
  }
  for await (const key of files.list('')) if (key.includes(svcUserId)) traces.push(`files ${key}`);
  return traces;
}

export async function* itemsOf(name: (typeof tables)[number]): AsyncGenerator<Record<string, unknown>> {
  const { client, name: TableName } = table(name);
  let ExclusiveStartKey: Record<string, unknown> | undefined;
  do {
    const page = await client.send(new ScanCommand({ TableName, ExclusiveStartKey }));
    yield* page.Items ?? [];
    ExclusiveStartKey = page.LastEvaluatedKey;
  } while (ExclusiveStartKey);
}
