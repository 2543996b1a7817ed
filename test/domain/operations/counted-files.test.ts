import { expect, test } from 'vitest';
import { countedFiles, repeatsIn } from '../../../domain/operations/counted-files.ts';

test('of files with one content, the first has the points of the operation', () => {
  const contents = ['x', 'y', 'x', 'x', 'z'];
  const files = contents.map((contentHash, at) => ({ id: `${at}`, contentHash }));
  const repeatedFiles = repeatsIn(files);
  expect(repeatedFiles).toEqual(['2', '3']);
  expect(countedFiles({ files: files.map(({ id }) => id), repeatedFiles })).toEqual(['0', '1', '4']);
});

test('files without a content are not alike, and operations of earlier releases have the points of all files', () => {
  expect(repeatsIn(['a', 'b'].map((id) => ({ id, contentHash: '' })))).toEqual([]);
  expect(countedFiles({ files: ['a', 'b'] })).toEqual(['a', 'b']);
});
