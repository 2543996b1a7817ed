import { GetCommand } from '@aws-sdk/lib-dynamodb';
import type { Clock } from '../../../../domain/clock.ts';
import { geometryKey } from '../../../../domain/files/object-keys.ts';
import type { ObjectStore } from '../../../../domain/files/object-store.ts';
import type { MultiPolygon } from '../../../../domain/geometry/multi-polygon.ts';
import { auditProduct, productsOf } from '../../../../domain/usage/contract.ts';
import type { SourceReader } from '../../../../domain/usage/counting/ports.ts';
import { type Counted, sourceIn } from '../../../../domain/usage/counting/source.ts';
import type { UsageFact } from '../../../../domain/usage/usage-fact.ts';
import { dayOf } from '../../../../domain/weather/days.ts';
import { boundaryKey, fieldFromItem, fieldKey, type StoredBoundary } from '../fields/field-item.ts';
import { loadGeometry } from '../fields/geometry-text.ts';
import type { Item, Table } from '../table.ts';
import { userDirectory } from '../users/user-directory.ts';

export interface SourceTables {
  usage: Table;
  fields: Table;
  users: Table;
  files: ObjectStore;
  clock: Clock;
}

/** A fact of an erased user has the key of a copy of its shape. */
type StoredFact = UsageFact & { shapeKey?: string };

/** Reads facts and fields with their shapes, strongly consistent. */
export function sourceReader({ usage, fields, users, files, clock }: SourceTables): SourceReader {
  const read = async ({ client, name: TableName }: Table, Key: Item) =>
    (await client.send(new GetCommand({ TableName, Key, ConsistentRead: true }))).Item;

  const boundaryShape = async (ownerId: string, svcUserId: string, fieldId: string, boundaryId: string) => {
    const item = await read(fields, boundaryKey(ownerId, svcUserId, fieldId, boundaryId));
    if (item) return (await loadGeometry(files, item.boundary as StoredBoundary)).geometry;
    // The field has been deleted; its shapes are kept.
    return shapeIn(await files.getText(geometryKey(ownerId, svcUserId, boundaryId)));
  };

  /** A shape that is nowhere leaves the area of its fact, which counts in full. */
  const shapeOf = async ({ ownerId, svcUserId, shape, shapeKey }: StoredFact) => {
    if (shapeKey !== undefined) return shapeIn(await files.getText(shapeKey));
    if (!shape) return undefined;
    if ('objectKey' in shape) return shapeIn(await files.getText(shape.objectKey));
    return boundaryShape(ownerId, svcUserId, shape.fieldId, shape.boundaryId);
  };

  const ofFact = async (source: string, Key: Item): Promise<Counted | undefined> => {
    const item = await read(usage, Key);
    const fact = item?.fact as StoredFact | undefined;
    const products = fact ? productsOf(fact.product) : [];
    if (!fact || products.length === 0) return undefined;
    const { svcUserId, day, areaHectares: hectares } = fact;
    const shape = await shapeOf(fact);
    return { source, products, svcUserId, day, hectares, isPresent: false, ...(shape && { shape }) };
  };

  const ofField = async (source: string, ownerId: string, svcUserId: string, fieldId: string) => {
    const item = await read(fields, fieldKey(ownerId, svcUserId, fieldId));
    const stored = item && fieldFromItem(item);
    // A merged field stands for its sources, and one in preview has no boundary yet.
    if (!stored?.active || stored.field.type !== 'ORIGINAL' || stored.field.status !== 'PROCESSED') return undefined;
    const shape = await boundaryShape(ownerId, svcUserId, fieldId, stored.active.id);
    const hectares = stored.field.area?.value ?? 0;
    const counted: Counted = {
      ...{ source, products: [auditProduct], svcUserId, hectares },
      ...{ day: dayOf(clock.now()), isPresent: true },
    };
    return shape ? { ...counted, shape } : counted;
  };

  return {
    async read(ownerId, source) {
      const name = sourceIn(source);
      return 'fact' in name
        ? ofFact(source, { pk: `${ownerId}#${name.svcUserId}`, sk: name.fact })
        : ofField(source, ownerId, name.svcUserId, name.fieldId);
    },
    existing: userDirectory(users).existing,
  };
}

function shapeIn(text: string | undefined): MultiPolygon | undefined {
  const shape = text === undefined ? undefined : (JSON.parse(text) as MultiPolygon | null);
  return shape?.type === 'MultiPolygon' && shape.coordinates.length > 0 ? shape : undefined;
}
