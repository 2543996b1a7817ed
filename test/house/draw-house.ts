import { writeFileSync } from 'node:fs';
import { drawHouse, houseOfImports } from './house.ts';

/** Draws the picture of `ARCHITECTURE.md` from the imports: `npm run house`. */
writeFileSync(new URL('../../docs/images/house.svg', import.meta.url), drawHouse(houseOfImports()));
