import type { Backdrop } from '../../map/gl/painter.ts';
import { type Plane, toMetres } from '../../map/plane.ts';
import { readGeoTiff } from '../../points/geotiff.ts';
import type { Scene } from '../season/season.ts';
import type { ConsoleApi } from '../session/console-api.ts';
import { sceneLink } from './read-layer.ts';

/** The true colours of a scene over the field. @throws ApiProblem, or Error for a picture that is none */
export async function readBackdrop(
  api: ConsoleApi,
  scene: Scene,
  plane: Plane,
  signal: AbortSignal,
): Promise<Backdrop> {
  const url = await sceneLink(api, scene, 'RGB');
  const response = await fetch(url, { credentials: 'omit', signal });
  if (!response.ok) throw new Error(`the storage answered ${response.status}`);
  const { width, height, west, north, degreesPerPixel, pixels } = await readGeoTiff(
    new Uint8Array(await response.arrayBuffer()),
  );
  if (!(pixels instanceof Uint8Array)) throw new Error('the picture has no colours');
  const [xmin, ymax] = toMetres(plane, [west, north]);
  const [xmax, ymin] = toMetres(plane, [west + width * degreesPerPixel[0], north - height * degreesPerPixel[1]]);
  return { width, height, extent: { xmin, ymin, xmax, ymax }, colours: pixels };
}
