import { writeFile } from 'node:fs/promises';
import { areas } from '../functions/areas.ts';
import { openApiDocument } from '../functions/docs/openapi/document.ts';

/** Writes what is generated from the contract and checked in. `npm run openapi` */
await writeFile(
  new URL('../docs/openapi.json', import.meta.url),
  `${JSON.stringify(openApiDocument(areas), null, 2)}\n`,
);
