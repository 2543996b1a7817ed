import { readFile, writeFile } from 'node:fs/promises';
import { sqlPage } from '../domain/query/documentation/sql-page.ts';
import { documentTables, withTable } from '../functions/areas/docs/document-tables.ts';
import { errorsPage } from '../functions/areas/docs/errors-page.ts';
import { eventsPage } from '../functions/areas/docs/events-page.ts';
import { openApiDocument } from '../functions/areas/docs/openapi/document.ts';
import { areas } from '../functions/areas.ts';
import { settingsPage } from '../infra/settings/settings-page.ts';

/** Writes the checked-in documents that are generated from the contract: `npm run openapi`. */
const openApi = new URL('../docs/openapi.json', import.meta.url);
await writeFile(openApi, `${JSON.stringify(openApiDocument(areas), null, 2)}\n`);

for (const file of Object.keys(documentTables)) {
  const document = new URL(`../docs/${file}`, import.meta.url);
  await writeFile(document, withTable(file, await readFile(document, 'utf8'), areas));
}

await writeFile(new URL('../docs/settings.md', import.meta.url), settingsPage());
await writeFile(new URL('../docs/sql.md', import.meta.url), sqlPage());
await writeFile(new URL('../docs/errors.md', import.meta.url), errorsPage());
await writeFile(new URL('../docs/events.md', import.meta.url), eventsPage());
