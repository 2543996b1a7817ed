import * as z from 'zod';
import type { Clock } from '../../domain/clock.ts';
import { type Bounds, boundsOf } from '../../domain/geometry/multi-polygon.ts';
import type { Scene } from '../../domain/satellite/scenes/scene.ts';
import type { SceneSearch, SceneSource } from '../../domain/satellite/scenes/scene-source.ts';
import { ProviderProblem } from '../../domain/sync/provider-problem.ts';
import { askCatalogue } from './ask-catalogue.ts';
import { preferredItems } from './preferred-items.ts';
import { sceneOf } from './stac-item.ts';

export interface StacOptions {
  /** The name of the catalogue in scenes: `earth-search`. */
  upstream: string;
  /** The URL of the API's landing page. */
  address: string;
  /** Collections of the same scenes, the preferred one first. */
  collections: readonly string[];
  /** Whether Items have `created`, so that searches can ask for their publication. */
  tellsCreated: boolean;
  clock: Clock;
}

/** Items of a page, each of about 30 kB. */
const itemsOfPage = 100;
/** Pages of a search through one year: a square degree meets up to nine tiles, each seen 150 times a year, in two collections. */
const maxPages = 60;
const windowMilliseconds = 366 * 24 * 60 * 60_000;
/** Scenes are published within hours, at times within days. A catalogue without `created` is searched by date from this much earlier on. */
const latestPublication = 10 * 24 * 60 * 60_000;

const link = z.object({
  rel: z.string(),
  href: z.string(),
  method: z.string().optional(),
  body: z.record(z.string(), z.unknown()).optional(),
  merge: z.boolean().optional(),
});
const searchAnswer = z.object({
  features: z.array(z.object({ collection: z.string().optional() }).loose()),
  links: z.array(z.unknown()).optional(),
});

/** A page of a search: its URL and the body of its POST. */
interface Page {
  url: URL;
  sent: Record<string, unknown> | undefined;
}

/**
 * Scenes of a STAC API (https://github.com/radiantearth/stac-api-spec). Follows its links to next pages as they are given, within its own origin.
 * An answer may take 15 s and have 20 MB; redirects are not followed.
 */
export function stacSource({ upstream, address, collections, tellsCreated, clock }: StacOptions): SceneSource {
  const base = address.replace(/\/$/, '');
  const name = new URL(base).host;

  async function* pages(first: Page): AsyncGenerator<z.infer<typeof searchAnswer>['features']> {
    let page: Page | undefined = first;
    const seen = new Set<string>();
    while (page) {
      const mark = `${page.url} ${JSON.stringify(page.sent)}`;
      if (seen.has(mark) || seen.size >= maxPages) {
        const fault = seen.has(mark) ? 'leads from a page to itself' : `has more than ${maxPages} pages`;
        throw new ProviderProblem('malformed', `The answer of ${name} to a search for scenes ${fault}.`);
      }
      seen.add(mark);
      const { url, sent }: Page = page;
      const answer: z.infer<typeof searchAnswer> = await askCatalogue(
        name,
        url,
        searchAnswer,
        sent && { method: 'POST', sent },
      );
      yield answer.features;
      page = answer.features.length === 0 ? undefined : nextOf(answer.links ?? [], page);
    }
  }

  /** The next page. @throws ProviderProblem if it is on another host. */
  const nextOf = (links: unknown[], { url, sent }: Page): Page | undefined => {
    const next = links.map((one) => link.safeParse(one).data).find((one) => one?.rel === 'next');
    if (!next) return undefined;
    const to = URL.canParse(next.href, url.href) ? new URL(next.href, url) : undefined;
    if (to?.origin !== new URL(base).origin) {
      throw new ProviderProblem('malformed', `${name} leads to another host for more scenes.`);
    }
    if (next.method?.toUpperCase() !== 'POST') return { url: to, sent: undefined };
    return { url: to, sent: { ...(next.merge && sent), ...next.body } };
  };

  /** Finds all scenes of a window of time, each once. */
  const searchWindow = async (asked: SceneSearch): Promise<Scene[]> => {
    const { bbox } = asked;
    const byCreated = asked.by === 'created' && tellsCreated;
    const earliest = asked.by === 'created' ? Date.parse(asked.from) - latestPublication : Date.parse(asked.from);
    const range = { gte: asked.from, ...(asked.to !== undefined && { lte: asked.to }) };
    const sent = {
      collections: [...collections],
      bbox,
      limit: itemsOfPage,
      ...(byCreated
        ? { query: { created: range } }
        : { datetime: `${new Date(earliest).toISOString()}/${asked.to ?? '..'}` }),
    };
    const found = preferredItems(collections);
    for await (const features of pages({ url: new URL(`${base}/search`), sent })) {
      const asked = features.filter(({ collection = '' }) => collections.includes(collection));
      const scenes = asked.flatMap((feature) => sceneOf(feature, upstream) ?? []);
      if (asked.length > 0 && scenes.length === 0) {
        throw new ProviderProblem('malformed', `${name} answered scenes of which none can be read.`);
      }
      for (const scene of scenes) if (meets(scene, bbox)) found.add(scene);
    }
    return found.all();
  };

  return {
    async *search(asked) {
      const from = Date.parse(asked.from);
      // Only the newest window may have an open end.
      let end = asked.to === undefined ? undefined : Date.parse(asked.to);
      const newest = asked.to === undefined ? Number.POSITIVE_INFINITY : Date.parse(asked.to);
      const starts = [from];
      for (let start = from + windowMilliseconds; start < Math.min(newest, clock.now()); start += windowMilliseconds) {
        starts.unshift(start);
      }
      for (const start of starts) {
        const to = end === undefined ? {} : { to: new Date(end).toISOString() };
        yield* await searchWindow({ bbox: asked.bbox, by: asked.by, from: new Date(start).toISOString(), ...to });
        end = start - 1;
      }
    },

    async find(collection, id) {
      if (!collections.includes(collection)) return undefined;
      const url = new URL(`${base}/collections/${encodeURIComponent(collection)}/items/${encodeURIComponent(id)}`);
      const item = await askCatalogue(name, url, z.unknown()).catch((error: unknown) => {
        if (error instanceof ProviderProblem && error.kind === 'missing') return undefined;
        throw error;
      });
      if (item === undefined) return undefined;
      const scene = sceneOf(item, upstream);
      if (!scene) throw new ProviderProblem('malformed', `${name} answered a scene that cannot be read.`);
      return scene;
    },
  };
}

/** Whether the box of a scene meets that of the search; a catalogue that ignores the box would return the whole earth. */
function meets({ footprint }: Scene, [west, south, east, north]: Bounds): boolean {
  const [left, bottom, right, top] = boundsOf(footprint.coordinates) ?? [0, 0, 0, 0];
  return left <= east && right >= west && bottom <= north && top >= south;
}
