/*
 * Does what `npm start` has left of the first run, as a process of the running server, which gets its result as a message.
 *
 * It leads a group of its own, gives way to the server, and ends with the server, however that ends; its compilers and downloads end with it.
 */
import { constants, setPriority } from 'node:os';
import { gdalState } from './gdal.mjs';
import { firstRun, PROJECT } from './steps.mjs';

setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
// 0 means the group. Compilers lead another one, which the handler of this signal ends.
process.once('disconnect', () => process.kill(0, 'SIGTERM'));

await firstRun({ arguments: [], env: process.env });
process.send?.(gdalState(PROJECT));
process.removeAllListeners('disconnect');
process.disconnect?.();
