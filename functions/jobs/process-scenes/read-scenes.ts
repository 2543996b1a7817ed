import { serveParent } from '../../../adapters/containment/serve.ts';
import { planetServices } from '../../../adapters/satellite/planet/planet-services.ts';
import { sceneServices } from '../../../adapters/satellite/scene-services.ts';

/** The program of the processes in which files of scenes are read. */
serveParent((parent) => ({ ...sceneServices(parent), ...planetServices(parent) }));
