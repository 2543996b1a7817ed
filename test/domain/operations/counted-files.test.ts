import { expect, test } from 'vitest';
import { countedFiles, repeatsIn } from '../../../domain/operations/counted-files.ts';

/** Files named by their provider and content. */
const filesOf = (...ids: string[]) =>
  ids.map((id) => {
    const [provider = '', contentHash = ''] = id.split(' ');
    return { id, provider, contentHash };
  });

test('of files with one content, the first has the points of the operation', () => {
  const files = filesOf('A x', 'B y', 'B x', 'C x', 'A z');
  const repeatedFiles = repeatsIn(files);
  expect(repeatedFiles).toEqual(['B x', 'C x']);
  expect(countedFiles({ files: files.map(({ id }) => id), repeatedFiles })).toEqual(['A x', 'B y', 'A z']);
});

test('a provider with more files of the operation goes before', () => {
  expect(repeatsIn(filesOf('A x', 'B x', 'B y'))).toEqual(['A x']);
});

test('files without a content are not alike, and an operation without repeated files has the points of all', () => {
  expect(repeatsIn(filesOf('A', 'B'))).toEqual([]);
  expect(countedFiles({ files: ['a', 'b'] })).toEqual(['a', 'b']);
});
