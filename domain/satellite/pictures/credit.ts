import type { ImageProcess } from '../processes/image-process.ts';

/**
 * The credit that the terms of both providers require where their data are shown, with the years of the scenes. Scenes of stand-ins are made of real
 * ones of 2023.
 *
 * @returns sentences without a period at the end; empty without scenes.
 */
export function creditOf(scenes: readonly Pick<ImageProcess, 'date' | 'provider' | 'upstream'>[]): string {
  const real = scenes.filter(({ upstream }) => upstream !== 'stand-in');
  const yearsOf = (of: ImageProcess['provider']) =>
    [...new Set(real.flatMap(({ provider, date }) => (provider === of ? date.slice(0, 4) : [])))].join(', ');
  const [sentinel, planet] = [yearsOf('sentinel'), yearsOf('planet')];
  return [
    ...(real.length < scenes.length
      ? ['Scenes of a stand-in, not of this place: modified Copernicus Sentinel data 2023']
      : []),
    ...(sentinel === '' ? [] : [`Contains modified Copernicus Sentinel data ${sentinel}`]),
    ...(planet === '' ? [] : [`Imagery © ${planet} Planet Labs PBC`]),
  ].join('. ');
}
