import { describe, expect, test } from 'vitest';
import { limitText } from '../../domain/limits.ts';
import { documentTables, withTable } from '../../functions/areas/docs/document-tables.ts';
import { areas } from '../../functions/areas.ts';
import { read } from '../house/tree.ts';

test.each(Object.keys(documentTables))('the table of docs/%s matches the code; `npm run openapi` writes it', (file) => {
  const document = read(`docs/${file}`);
  expect(document).toBe(withTable(file, document, areas));
});

describe('the sentences of documents that name a limit', () => {
  const limit = limitText;
  test.each([
    ['docs/features.md', `Accepts **files of up to ${limit.uploadBytes}** in parts`],
    ['docs/deploy.md', `which is about ${limit.inlineBytes} of a file`],
    ['docs/guide-fields.md', `the number of entries (up to ${limit.countedRows} for a filtered list)`],
    ['docs/guide-machine-files.md', `a request holds at most ${limit.inlineBytes}`],
    ['docs/guide-machine-files.md', `An upload session takes up to ${limit.uploadBytes} in parts`],
    ['docs/guide-queries.md', `A result of up to ${limit.inlineBytes} is in the answer itself`],
    ['docs/guide-queries.md', `of more than ${limit.queryRows} rows or ${limit.queryBytes} is refused`],
    ['docs/guide-queries.md', `Read the rows in pages of up to ${limit.storedPageRows}`],
    ['docs/guide-queries.md', `A result has at most ${limit.storedQueryRows} rows or ${limit.storedQueryBytes}`],
    ['docs/guide-queries.md', `a file has at most ${limit.exportBytes}`],
  ])('%s: %s', (path, sentence) => {
    expect(read(path).replaceAll(/\s+/g, ' ')).toContain(sentence);
  });
});
