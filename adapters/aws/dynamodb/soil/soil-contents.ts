import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import type { StoredSoilBatch, StoredSoilEntry } from '../../../../domain/soil/batch/soil-batch.ts';
import type { SoilContent, SoilHashes } from '../../../../domain/soil/batch/soil-copies.ts';
import type { Item, Table } from '../table.ts';
import type { Write } from '../transact.ts';

/** Partition of a user with the entries that have each content and each reading. */
export function soilContents(ownerId: string, svcUserId: string): string {
  return `${ownerId}#${svcUserId}#contents`;
}

/** Key of what a removed batch leaves for those that follow its event. */
export function removedSoilKey(ownerId: string, svcUserId: string, batchId: string): { pk: string; sk: string } {
  return { pk: soilContents(ownerId, svcUserId), sk: `removed#${batchId}` };
}

const namesOf = ({ contentHash, readingHash }: SoilHashes) => [`content#${contentHash}`, `reading#${readingHash}`];

function contentOf({ id: batchId, entries }: StoredSoilBatch, { id, hashes }: StoredSoilEntry): SoilContent[] {
  const index = entries.findIndex((entry) => entry.id === id);
  return hashes ? [{ batchId, entryId: id, index, ...hashes }] : [];
}

function itemsOf(ownerId: string, batch: StoredSoilBatch, entry: StoredSoilEntry): Item[] {
  const pk = soilContents(ownerId, batch.svcUserId);
  return contentOf(batch, entry).flatMap((content) =>
    namesOf(content).map((name) => ({ pk, sk: `${name}#${content.entryId}`, content })),
  );
}

/** The writes that make an entry known by its content. */
export function contentWrites(
  { name }: Table,
  ownerId: string,
  batch: StoredSoilBatch,
  entry: StoredSoilEntry,
): Write[] {
  return itemsOf(ownerId, batch, entry).map((Item) => ({ Put: { TableName: name, Item } }));
}

/** The writes that take an entry out of those with its content. */
export function contentDeletes(
  { name }: Table,
  ownerId: string,
  batch: StoredSoilBatch,
  entry: StoredSoilEntry,
): Write[] {
  return itemsOf(ownerId, batch, entry).map(({ pk, sk }) => ({ Delete: { TableName: name, Key: { pk, sk } } }));
}

/** All entries that are joined to some hashes by a content or a reading, over as many others as it takes. */
export async function contentsWith(
  soil: Table,
  ownerId: string,
  svcUserId: string,
  hashes: SoilHashes,
): Promise<SoilContent[]> {
  const found = new Map<string, SoilContent>();
  const asked = new Set<string>();
  const open = namesOf(hashes);
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    if (asked.has(name)) continue;
    asked.add(name);
    for (const content of await contentsNamed(soil, soilContents(ownerId, svcUserId), name)) {
      found.set(content.entryId, content);
      open.push(...namesOf(content));
    }
  }
  return [...found.values()];
}

async function contentsNamed(soil: Table, pk: string, name: string): Promise<SoilContent[]> {
  const contents: SoilContent[] = [];
  let ExclusiveStartKey: Item | undefined;
  do {
    const query = new QueryCommand({
      TableName: soil.name,
      KeyConditionExpression: 'pk = :pk AND begins_with(sk, :name)',
      ExpressionAttributeValues: { ':pk': pk, ':name': `${name}#` },
      ConsistentRead: true,
      ExclusiveStartKey,
    });
    const { Items = [], LastEvaluatedKey } = await soil.client.send(query);
    contents.push(...Items.map(({ content }) => content as SoilContent));
    ExclusiveStartKey = LastEvaluatedKey;
  } while (ExclusiveStartKey);
  return contents;
}
