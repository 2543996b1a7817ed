import type { ImageProcess } from '../../../domain/satellite/processes/image-process.ts';
import type { ImageryProvider } from '../../../domain/satellite/scenes/scene.ts';

/** The upstream from which scenes of each provider come: `earth-search`, `planet`, `stand-in`. */
export type Upstreams = Readonly<Record<ImageryProvider, string>>;

/**
 * The header of responses with scenes that a stand-in made up.
 *
 * @example upstreamOf([{ upstream: 'stand-in' }]) // { 'x-furrow-upstream': 'stand-in' }
 */
export function upstreamOf(processes: readonly Pick<ImageProcess, 'upstream'>[]): Record<string, string> {
  return processes.some(({ upstream }) => upstream === 'stand-in') ? { 'x-furrow-upstream': 'stand-in' } : {};
}

/**
 * The header of responses without scenes, about fields or providers whose scenes a stand-in makes up at present.
 *
 * @example return { status: 200, headers: upstreamNow(field.providers, upstreams), body: field };
 */
export function upstreamNow(providers: readonly ImageryProvider[], upstreams: Upstreams): Record<string, string> {
  return upstreamOf(providers.map((provider) => ({ upstream: upstreams[provider] })));
}

/** The description of the header, for the contract. */
export const upstreamHeader = {
  'X-Furrow-Upstream': {
    optional:
      '`stand-in` when scenes of the response, or those of its providers, come from a stand-in and show other ground; absent otherwise.',
  },
} as const;
