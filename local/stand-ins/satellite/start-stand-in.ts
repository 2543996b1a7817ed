import { type StandIn, type StandInAnswer, type StandInRequest, startStandIn } from '../stand-in-server.ts';
import { type BandKey, bands } from './bands.ts';
import { readAsset } from './crops.ts';
import { itemOf } from './items.ts';
import { bytesOf, type Picture, pictureMaker } from './pictures.ts';
import { type Collection, collections, sceneNamed } from './scenes.ts';
import { type Asked, Refused, searchAnswer } from './search.ts';

export interface SatelliteStandIn extends StandIn {
  /** The URL of the STAC API's landing page. */
  stacUrl: string;
  /** While it is closed, searches by POST find nothing; Items and files can still be read. */
  setOpen(isOpen: boolean): void;
}

/**
 * Imitates a STAC catalogue of Sentinel-2 with the API of Earth Search v1 on loopback, with its cloud-optimised files, which support ranges. Its scenes
 * are the real ones of `assets/satellite` at their own location, and copies of their pixels everywhere else (`scenes.ts`, `bands.ts`).
 */
export async function startSatelliteStandIn({
  now,
  isOpen = true,
}: {
  now(): number;
  isOpen?: boolean;
}): Promise<SatelliteStandIn> {
  const pictures = pictureMaker();
  let open = isOpen;
  const answer = (request: StandInRequest): StandInAnswer => {
    const base = `http://${request.headers.host}/v1`;
    try {
      const isClosed = !open && request.method === 'POST';
      return answerOf(request, base, isClosed ? Number.NEGATIVE_INFINITY : now(), pictures) ?? notFound;
    } catch (error) {
      if (!(error instanceof Refused || error instanceof SyntaxError)) throw error;
      return { status: 400, kind: 'search', body: { code: 'BadRequest', description: error.message } };
    }
  };
  const standIn = await startStandIn(answer);
  const setOpen = (is: boolean) => {
    open = is;
  };
  return { ...standIn, stacUrl: `${standIn.endpoint}/v1`, setOpen };
}

const notFound: StandInAnswer = { status: 404, kind: 'other', body: { code: 'NotFound', description: 'Not Found' } };

function answerOf(
  { method, url, headers, body, endsAt }: StandInRequest,
  base: string,
  now: number,
  pictures: ReturnType<typeof pictureMaker>,
): StandInAnswer | undefined {
  const found = (kind: string, answered: object): StandInAnswer => ({ status: 200, kind, body: answered });
  const [, part, name, sub, id, ...more] = url.pathname.replace(/^\/v1/, '').split('/');
  const collection = collections.find((each) => each === name);
  if (url.pathname === '/v1' || url.pathname === '/v1/') return found('landing', landing(base));
  if (part === 'conformance' && name === undefined) return found('landing', { conformsTo });
  if (part === 'search' && name === undefined) {
    const asked = method === 'POST' ? (JSON.parse(body || '{}') as Asked) : Object.fromEntries(url.searchParams);
    return found('search', searchAnswer(asked, method === 'POST' ? 'POST' : 'GET', base, now));
  }
  if (part === 'collections' && name === undefined) {
    const links = [
      { rel: 'self', href: `${base}/collections` },
      { rel: 'root', href: base },
    ].map((link) => ({
      ...link,
      type: 'application/json',
    }));
    return found('collection', { collections: collections.map((each) => collectionOf(each, base)), links });
  }
  if (!collection) return undefined;
  if (part === 'collections' && sub === undefined) return found('collection', collectionOf(collection, base));
  if (part === 'collections' && sub === 'items' && id === undefined) {
    const asked = { ...Object.fromEntries(url.searchParams), collections: [collection] };
    return found('search', searchAnswer(asked, 'GET', base, now));
  }
  const scene = sceneNamed(collection, (part === 'assets' ? sub : id) ?? '', now);
  if (!scene || more.length > 0) return undefined;
  if (part === 'collections' && sub === 'items') return found('item', itemOf(scene, base));
  const [key] = Object.entries(bands).find(([, band]) => `${band.name}.tif` === id) ?? [];
  if (part !== 'assets' || key === undefined) return undefined;
  const { crop, isReal, tile } = scene;
  const band = key as BandKey;
  return ranged(
    isReal ? pictures.real(crop, band) : pictures.laid(crop, band, collection === 'sentinel-2-c1-l2a', tile),
    headers.range,
    endsAt,
  );
}

/** A file, or the one requested range of it, as S3 responds. */
function ranged(picture: Picture, range: string | undefined, endsAt = picture.length): StandInAnswer {
  const headers = { 'content-type': 'image/tiff', 'accept-ranges': 'bytes' };
  const length = Math.min(picture.length, endsAt);
  const [, from, to] = /^bytes=(\d*)-(\d*)$/.exec(range ?? '') ?? [];
  if (from === undefined || to === undefined || from + to === '') {
    return { status: 200, kind: 'asset', headers, body: bytesOf(picture, 0, length - 1) };
  }
  const first = from === '' ? Math.max(0, length - Number(to)) : Number(from);
  const last = from === '' || to === '' ? length - 1 : Math.min(Number(to), length - 1);
  if (first > last) {
    const description = 'The requested range is not satisfiable';
    return {
      status: 416,
      kind: 'asset',
      headers: { 'content-range': `bytes */${length}` },
      body: { code: 'InvalidRange', description },
    };
  }
  return {
    status: 206,
    kind: 'asset',
    headers: { ...headers, 'content-range': `bytes ${first}-${last}/${length}` },
    body: bytesOf(picture, first, last),
  };
}

const conformsTo = [
  ...['core', 'collections', 'ogcapi-features', 'item-search'],
  ...['ogcapi-features#fields', 'ogcapi-features#sort', 'ogcapi-features#query'],
  ...['item-search#fields', 'item-search#sort', 'item-search#query'],
].map((name) => `https://api.stacspec.org/v1.0.0/${name}`);

function landing(base: string): object {
  const link = (rel: string, path: string, more: object = {}) => ({
    rel,
    type: 'application/json',
    href: `${base}${path}`,
    ...more,
  });
  const search = { type: 'application/geo+json' };
  return {
    stac_version: '1.0.0',
    type: 'Catalog',
    id: 'furrow-stand-in',
    title: 'Stand-in for Earth Search',
    description:
      'A stand-in on this machine: four real scenes of Sentinel-2, and their pixels at every other place. Nothing was measured there.',
    links: [
      ...[link('self', ''), link('root', ''), link('conformance', '/conformance'), link('data', '/collections')],
      ...['GET', 'POST'].map((method) => link('search', '/search', { ...search, method })),
      ...collections.map((collection) => link('child', `/collections/${collection}`, search)),
    ],
    conformsTo,
  };
}

/** The recorded description of a collection. */
function collectionOf(collection: Collection, base: string): object {
  const recorded = readAsset('sentinel-2-c1-l2a.json') as { title: string; links: { rel: string }[] };
  const self = `${base}/collections/${collection}`;
  return {
    ...recorded,
    id: collection,
    ...(collection === 'sentinel-2-l2a' && { title: 'Sentinel-2 Level 2A' }),
    links: [
      { rel: 'self', type: 'application/json', href: self },
      ...recorded.links.filter(({ rel }) => rel === 'cite-as' || rel === 'license'),
      { rel: 'parent', type: 'application/json', href: base },
      { rel: 'root', type: 'application/json', href: base },
      { rel: 'items', type: 'application/geo+json', href: `${self}/items` },
    ],
  };
}
