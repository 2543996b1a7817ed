import * as h3 from 'h3-js';
import { hexGrid } from '../adapters/query/h3/hex-grid.ts';

/** H3 cells for tests that compile queries. */
export const cells = hexGrid(h3);
