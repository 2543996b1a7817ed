import { nodeFromNpm } from '../npm-node.ts';
import { readLock } from './lock.mjs';

/** The path of the Node that Lambda runs, which comes from npm at first. */
export const lambdaNode = (root: string, say: (line: string) => void): Promise<string> =>
  nodeFromNpm(root, readLock(root).node, 'which Lambda runs', say);
