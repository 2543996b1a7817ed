import { DeleteCommand, GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import type { NewId } from '../../../../domain/clock.ts';
import type { ObjectStore } from '../../../../domain/files/object-store.ts';
import type { SeriesChange } from '../../../../domain/usage/counting/count-tile.ts';
import type { CountedPlace, TileStore } from '../../../../domain/usage/counting/ports.ts';
import { nameOf, type Piece, type Series } from '../../../../domain/usage/counting/series.ts';
import { getMany } from '../get-many.ts';
import type { Item, Table } from '../table.ts';
import { pieceKey, piecePrefix, placeKey, seriesPrefix, tilePartition } from './consumption-item.ts';
import { itemsBeginningWith } from './items-beginning-with.ts';
import { seriesWriter } from './series-writer.ts';
import { forgetShape, loadShape, type StoredShape, storeShape } from './stored-shape.ts';

/** A piece or a series in an item, whose shape is beside it. */
interface StoredPiece extends Item {
  piece: Omit<Piece, 'shape'>;
  shape?: StoredShape;
}
interface StoredSeries extends Item {
  series: Omit<Series, 'covered'>;
  shape?: StoredShape;
  revision: string;
}

/** Tiles in DynamoDB. Large shapes are in the bucket. */
export function tileStore(consumption: Table, files: ObjectStore, newId: NewId): TileStore {
  const { client, name: TableName } = consumption;
  const revisions = new WeakMap<Series, { revision: string; shape: StoredShape | undefined }>();

  const pieceAt = async (Key: Item) =>
    (await client.send(new GetCommand({ TableName, Key, ConsistentRead: true }))).Item as StoredPiece | undefined;

  return {
    async places(ownerId, sources) {
      const keys = sources.map((source) => placeKey(ownerId, source));
      const items = await getMany(consumption, keys, { consistent: true });
      return new Map(items.flatMap((item) => (item ? [[String(item.sk), item.place as CountedPlace]] : [])));
    },

    async putPlace(ownerId, place) {
      await client.send(new PutCommand({ TableName, Item: { ...placeKey(ownerId, place.source), place } }));
    },

    async removePlace(ownerId, source) {
      await client.send(new DeleteCommand({ TableName, Key: placeKey(ownerId, source) }));
    },

    async putPiece(ownerId, tile, { shape, ...piece }) {
      const Key = pieceKey(ownerId, tile, piece.source);
      const before = await pieceAt(Key);
      const stored = shape && (await storeShape(files, ownerId, Key, shape));
      await client.send(new PutCommand({ TableName, Item: { ...Key, piece, ...(stored && { shape: stored }) } }));
      await forgetShape(files, before?.shape, stored);
    },

    async removePiece(ownerId, tile, source) {
      const Key = pieceKey(ownerId, tile, source);
      const before = await pieceAt(Key);
      await client.send(new DeleteCommand({ TableName, Key }));
      await forgetShape(files, before?.shape);
    },

    async pieces(ownerId, tile) {
      const pieces: Piece[] = [];
      for (const item of await itemsBeginningWith(consumption, tilePartition(ownerId, tile), piecePrefix)) {
        const { piece, shape } = item as StoredPiece;
        const loaded = shape && (await loadShape(files, shape));
        pieces.push({ ...piece, ...(loaded && { shape: loaded }) });
      }
      return pieces;
    },

    async series(ownerId, tile) {
      const found = new Map<string, Series>();
      for (const item of await itemsBeginningWith(consumption, tilePartition(ownerId, tile), seriesPrefix)) {
        const { series: stored, shape, revision } = item as StoredSeries;
        const series: Series = { ...stored, covered: shape && (await loadShape(files, shape)) };
        revisions.set(series, { revision, shape });
        found.set(nameOf(series), series);
      }
      return found;
    },

    apply: seriesWriter({
      ...{ consumption, files, newId },
      stateOf: ({ before }: SeriesChange) => before && revisions.get(before),
    }),
  };
}
