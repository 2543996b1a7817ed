import { boxOf, boxShape, meets, type Shape, shapeOf } from './footprint.ts';
import { type Item, itemOf, type Properties, propertiesOf } from './items.ts';
import { collections, type SceneItem, sceneNamed, scenesOf } from './scenes.ts';
import { type Box, footprintOf, tilesIn } from './tiles.ts';

/** A request to which the catalogue responds with 400. */
export class Refused extends Error {}

export type Asked = Record<string, unknown>;

const maxItems = 10_000;
const usualLimit = 10;

/**
 * The response to a search: https://api.stacspec.org/v1.0.0/item-search with its extensions query, sort and fields. `filter` is not among them, and no
 * more than 400 tiles are searched.
 *
 * @throws Refused
 */
export function searchAnswer(asked: Asked, method: 'GET' | 'POST', base: string, now: number): object {
  if (asked.filter !== undefined) throw new Refused('The stand-in knows no filter: ask by query');
  const limit = Number(asked.limit ?? usualLimit);
  if (!Number.isInteger(limit) || limit < 1) throw new Refused('Limit must be a positive integer');
  const found = scenesAsked(asked, now);
  const token = typeof asked.next === 'string' ? asked.next : undefined;
  const start = token === undefined ? 0 : found.findIndex((scene) => tokenOf(scene) === token) + 1;
  const page = found.slice(start, start + Math.min(limit, maxItems));
  const last = page.at(-1);
  const links: object[] = [{ rel: 'root', type: 'application/json', href: base }];
  if (last && start + page.length < found.length) links.unshift(nextLink(asked, method, base, tokenOf(last)));
  return {
    type: 'FeatureCollection',
    stac_version: '1.0.0',
    stac_extensions: [],
    context: { limit, matched: found.length, returned: page.length },
    numberMatched: found.length,
    numberReturned: page.length,
    features: page.map((scene) => withFields(itemOf(scene, base), asked.fields)),
    links,
  };
}

function nextLink(asked: Asked, method: 'GET' | 'POST', base: string, next: string): object {
  const link = {
    rel: 'next',
    title: 'Next page of Items',
    method,
    type: 'application/geo+json',
    href: `${base}/search`,
  };
  if (method === 'POST') return { ...link, merge: false, body: { ...asked, next } };
  const text = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));
  const query = new URLSearchParams(Object.entries({ ...asked, next }).map(([name, value]) => [name, text(value)]));
  return { ...link, href: `${base}/search?${query}` };
}

const timeOf = (scene: SceneItem) => propertiesOf(scene).datetime as string;
const tokenOf = (scene: SceneItem) => `${timeOf(scene)},${scene.id},${scene.collection}`;

function scenesAsked(asked: Asked, now: number): SceneItem[] {
  const wanted = strings(asked.collections) ?? [...collections];
  const from = collections.filter((collection) => wanted.includes(collection));
  const ids = strings(asked.ids);
  const shape = shapeAsked(asked);
  const span = spanOf(asked.datetime);
  const tests = testsOf(asked.query);
  const tiles = ids ? [] : tilesIn(boxOf(shape.rings.flat())).filter((tile) => meets(shape, footprintOf(tile)));
  const all = ids
    ? from.flatMap((collection) => ids.flatMap((id) => sceneNamed(collection, id, now) ?? []))
    : from.flatMap((collection) => tiles.flatMap((tile) => scenesOf(tile, collection, span, now)));
  const found = all.filter(
    (scene) =>
      scene.time >= span[0] && scene.time <= span[1] && (!(ids || scene.isReal) || meets(shape, scene.footprint)),
  );
  if (tests.length === 0 && asked.sortby === undefined) return found.sort(newestFirst);
  const order = orderOf(asked.sortby);
  return found
    .map((scene) => ({ scene, properties: { ...propertiesOf(scene), id: scene.id, collection: scene.collection } }))
    .filter(({ properties }) => tests.every((test) => test(properties)))
    .sort((a, b) => order(a.properties, b.properties) || newestFirst(a.scene, b.scene))
    .map(({ scene }) => scene);
}

const newestFirst = (a: SceneItem, b: SceneItem) => b.time - a.time || (a.id < b.id ? -1 : 1);

/** Reads a list: an array, or with GET words separated by commas. */
function strings(value: unknown): string[] | undefined {
  if (value === undefined) return undefined;
  const list: unknown = typeof value === 'string' ? value.split(',') : value;
  if (Array.isArray(list) && list.every((each) => typeof each === 'string')) return list;
  throw new Refused('collections and ids must be arrays of strings');
}

function shapeAsked({ bbox, intersects }: Asked): Shape {
  if (bbox !== undefined && intersects !== undefined) throw new Refused('Expected bbox OR intersects, not both');
  if (intersects !== undefined) {
    const shape = shapeOf(parsed(intersects));
    if (shape) return shape;
    throw new Refused('Invalid intersects: it must be a GeoJSON geometry');
  }
  if (bbox === undefined) return boxShape([-180, -90, 180, 90]);
  const numbers = (typeof bbox === 'string' ? bbox.split(',') : (bbox as unknown[])).map(Number);
  const [west, south, east, north] = numbers.length === 6 ? [0, 1, 3, 4].map((at) => numbers[at]) : numbers;
  const box = [west, south, east, north];
  if (box.some((value) => !Number.isFinite(value)) || Number(south) > Number(north)) {
    throw new Refused('Invalid bbox: it must be [west, south, east, north]');
  }
  return boxShape(box as Box);
}

const parsed = (value: unknown): unknown => (typeof value === 'string' ? JSON.parse(value) : value);

function spanOf(datetime: unknown): [number, number] {
  if (datetime === undefined) return [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
  const [from, to] = String(datetime).split('/');
  const isOpen = (text: string | undefined) => text === '..' || text === '';
  const first = isOpen(from) ? Number.NEGATIVE_INFINITY : Date.parse(from ?? '');
  const last = to === undefined ? first : isOpen(to) ? Number.POSITIVE_INFINITY : Date.parse(to);
  if (Number.isNaN(first) || Number.isNaN(last))
    throw new Refused('Invalid datetime: it must be RFC 3339, or two of it with a slash');
  return [first, last];
}

type Value = string | number;
const comparisons: Record<string, (given: Value, wanted: Value) => boolean> = {
  eq: (given, wanted) => given === wanted,
  neq: (given, wanted) => given !== wanted,
  lt: (given, wanted) => given < wanted,
  lte: (given, wanted) => given <= wanted,
  gt: (given, wanted) => given > wanted,
  gte: (given, wanted) => given >= wanted,
};

/** The tests of `query`: `{"eo:cloud_cover": {"lt": 90}}`. Times are compared as times. */
function testsOf(query: unknown): ((properties: Properties) => boolean)[] {
  return Object.entries((parsed(query) ?? {}) as Record<string, Record<string, unknown>>).flatMap(
    ([name, conditions]) =>
      Object.entries(conditions).map(([operator, wanted]) => {
        const given = (properties: Properties) => comparable(properties[name]);
        if (operator === 'in') {
          const values = (wanted as unknown[]).map(comparable);
          return (properties: Properties) => values.includes(given(properties));
        }
        const compare = comparisons[operator];
        if (!compare) throw new Refused(`Invalid query: the stand-in knows no operator ${operator}`);
        return (properties: Properties) => name in properties && compare(given(properties), comparable(wanted));
      }),
  );
}

function comparable(value: unknown): Value {
  const isTime = typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value);
  return isTime ? Date.parse(value) : (value as Value);
}

type Order = (a: Properties, b: Properties) => number;

/** Sorts Items as `sortby` says. */
function orderOf(sortby: unknown): Order {
  const given = typeof sortby === 'string' && !sortby.startsWith('[') ? sortby.split(',').map(fieldOf) : parsed(sortby);
  const fields = (given as { field: string; direction?: string }[] | undefined) ?? [];
  return (a, b) => {
    for (const { field, direction } of fields) {
      const name = field.replace('properties.', '');
      const [left, right] = [comparable(a[name]), comparable(b[name])];
      if (left !== right) return (left < right ? -1 : 1) * (direction === 'desc' ? -1 : 1);
    }
    return 0;
  };
}

const fieldOf = (text: string) => ({
  field: text.replace(/^[+-]/, ''),
  direction: text.startsWith('-') ? 'desc' : 'asc',
});

/** Omits the members of Items that `fields` excludes or does not include; `properties.NAME` names members of their properties. */
function withFields(item: Item, fields: unknown): object {
  const given = typeof fields === 'string' ? fieldsOf(fields) : (fields as { include?: string[]; exclude?: string[] });
  const include = given?.include ?? [];
  const exclude = given?.exclude ?? [];
  const isLeft = (path: string, parent?: string) =>
    !exclude.includes(path) &&
    (include.length === 0 || include.includes(path) || (parent ? include.includes(parent) : keptMembers.has(path)));
  const properties = Object.fromEntries(
    Object.entries(item.properties).filter(([name]) => isLeft(`properties.${name}`, 'properties')),
  );
  const members = Object.entries({ ...item, properties }).filter(
    ([name]) =>
      isLeft(name) || (name === 'properties' && !exclude.includes(name) && Object.keys(properties).length > 0),
  );
  return Object.fromEntries(members);
}

/** Members that an Item always has unless they are excluded. */
const keptMembers = new Set(['type', 'stac_version', 'id', 'collection', 'geometry', 'bbox', 'links', 'assets']);

function fieldsOf(text: string): { include: string[]; exclude: string[] } {
  const names = text.split(',');
  return {
    include: names.filter((name) => !name.startsWith('-')).map((name) => name.replace(/^\+/, '')),
    exclude: names.filter((name) => name.startsWith('-')).map((name) => name.slice(1)),
  };
}
