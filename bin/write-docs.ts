import { readFile, writeFile } from 'node:fs/promises';
import { sqlPage } from '../domain/query/documentation/sql-page.ts';
import { errorsPage } from '../functions/areas/docs/errors-page.ts';
import { eventsPage } from '../functions/areas/docs/events-page.ts';
import { openApiDocument } from '../functions/areas/docs/openapi/document.ts';
import { withTables } from '../functions/areas/docs/readme-tables.ts';
import { areas } from '../functions/areas.ts';

/** Writes the checked-in documents that are generated from the contract: `npm run openapi`. */
const openApi = new URL('../docs/openapi.json', import.meta.url);
await writeFile(openApi, `${JSON.stringify(openApiDocument(areas), null, 2)}\n`);

const readme = new URL('../README.md', import.meta.url);
await writeFile(readme, withTables(await readFile(readme, 'utf8'), areas));

await writeFile(new URL('../docs/sql.md', import.meta.url), sqlPage());
await writeFile(new URL('../docs/errors.md', import.meta.url), errorsPage());
await writeFile(new URL('../docs/events.md', import.meta.url), eventsPage());
