import { GetCommand } from '@aws-sdk/lib-dynamodb';
import type { NewId } from '../../../../domain/clock.ts';
import type { Eraser } from '../../../../domain/erasure/eraser.ts';
import { geometryKey, usageShapeKey } from '../../../../domain/files/object-keys.ts';
import type { ObjectStore } from '../../../../domain/files/object-store.ts';
import type { UsageFact } from '../../../../domain/usage/usage-fact.ts';
import { boundaryKey, type StoredBoundary } from '../fields/field-item.ts';
import { loadGeometry } from '../fields/geometry-text.ts';
import { getMany } from '../get-many.ts';
import type { Item, Table } from '../table.ts';
import { transact } from '../transact.ts';
import { usageKey } from '../usage-item.ts';
import { keysOf } from './erase-partition.ts';

export interface PseudonymiserServices {
  usage: Table;
  fields: Table;
  files: ObjectStore;
  newId: NewId;
}

/**
 * Owners are billed by usage facts, so day, area and shape are kept under a random name. The shape is copied into the
 * bucket, since its boundary is erased. Runs before the fields' eraser.
 */
export function usagePseudonymiser({ usage, fields, files, newId }: PseudonymiserServices): Eraser {
  const shapeOf = async ({ ownerId, svcUserId, shape }: UsageFact): Promise<string | undefined> => {
    if (!shape) return undefined;
    if ('objectKey' in shape) return files.getText(shape.objectKey as string);
    const Key = boundaryKey(ownerId, svcUserId, shape.fieldId, shape.boundaryId);
    const { Item } = await fields.client.send(new GetCommand({ TableName: fields.name, Key }));
    if (Item) return JSON.stringify((await loadGeometry(files, Item.boundary as StoredBoundary)).geometry);
    // The field has been deleted; its shapes were kept for this.
    return files.getText(geometryKey(ownerId, svcUserId, shape.boundaryId));
  };

  const rename = async (item: Item, pseudonym: string) => {
    const fact = item.fact as UsageFact;
    const shapeKey = usageShapeKey(fact.ownerId, pseudonym, fact.sourceId);
    const shape = await shapeOf(fact);
    if (shape) await files.put(shapeKey, shape, 'application/geo+json');
    const { shape: _, ...counted } = fact;
    const renamed = { ...counted, svcUserId: pseudonym, ...(shape && { shapeKey }) };
    // The id of a field may be a name that a caller has chosen.
    if (fact.product === 'fieldWeather') renamed.sourceId = newId();
    await transact(usage.client, [
      { Put: { TableName: usage.name, Item: { ...usageKey(renamed), fact: renamed } } },
      { Delete: { TableName: usage.name, Key: { pk: item.pk, sk: item.sk } } },
    ]);
  };

  return {
    covers: 'usage',
    async erase({ ownerId, svcUserId }) {
      const pseudonym = `erased-${newId()}`;
      const range = { partitionKey: 'pk', partition: `${ownerId}#${svcUserId}`, sortKey: 'sk' };
      for await (const key of keysOf(usage, range)) {
        const [item] = await getMany(usage, [key]);
        if (item) await rename(item, pseudonym);
      }
    },
  };
}
