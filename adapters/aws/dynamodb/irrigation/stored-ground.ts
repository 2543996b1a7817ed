import { gunzipSync, gzipSync } from 'node:zlib';
import { groundKey } from '../../../../domain/files/object-keys.ts';
import type { ObjectStore } from '../../../../domain/files/object-store.ts';
import type { DepthPiece } from '../../../../domain/irrigation/depth-map.ts';
import type { Item } from '../table.ts';
import { irrigationPartition, piecesName } from './irrigation-item.ts';

/** Maximum compressed bytes of ground in an item, which has at most 400 kB; larger ground is stored in the bucket. */
const maxInItem = 200_000;

/** The item with the ground of a record, or with the key of the object that was written for it. */
export async function groundItem(
  files: Pick<ObjectStore, 'put'>,
  ownerId: string,
  { svcUserId, id }: { svcUserId: string; id: string },
  pieces: readonly DepthPiece[],
): Promise<Item> {
  const item = { pk: irrigationPartition(ownerId, svcUserId), sk: piecesName(id) };
  const text = JSON.stringify(pieces);
  const content = gzipSync(text);
  if (content.length <= maxInItem) return { ...item, content };
  const key = groundKey(ownerId, svcUserId, id);
  await files.put(key, text, 'application/json');
  return { ...item, key };
}

/** The ground of a record from its item; none without one. */
export async function groundIn(files: Pick<ObjectStore, 'getText'>, item: Item | undefined): Promise<DepthPiece[]> {
  if (!item) return [];
  if (item.key === undefined) return JSON.parse(gunzipSync(item.content as Uint8Array).toString());
  const text = await files.getText(String(item.key));
  if (text === undefined) throw new Error(`the ground ${item.key} is missing`);
  return JSON.parse(text);
}
