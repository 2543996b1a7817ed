import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readNote } from '../../../local/demo/seed-demo.ts';
import { openStreamPositions } from '../../../local/event-sources/stream-positions.ts';
import { readEndpoints } from '../../../local/state/endpoints-file.ts';
import { temporaryFolder } from '../../temporary-folder.ts';

const damaged = ['', 'garbage', '{"username":', 'null', '[]', '17', '{}', '{"pid":"1"}', '\0\0\0\0'];

test.each(damaged)(
  'small files of a state with the content %j are refused in one sentence that says what to do',
  (content) => {
    const dir = temporaryFolder('damaged-files');
    for (const name of ['demo.json', 'endpoints.json']) writeFileSync(join(dir, name), content);
    expect(() => readNote(join(dir, 'demo.json'))).toThrow(/^.*demo\.json is damaged: delete it, and .*$/);
    expect(() => readEndpoints(dir)).toThrow(/^.*endpoints\.json is damaged: stop Furrow and start it again, .*$/);
    if (content === '[]') return;
    writeFileSync(join(dir, 'stream-positions.json'), content);
    expect(() => openStreamPositions(dir)).toThrow(/^.*stream-positions\.json is damaged: delete it, and .*$/);
  },
);

test('files that are missing are none', () => {
  const dir = temporaryFolder('no-files');
  expect(readNote(join(dir, 'demo.json'))).toBeUndefined();
  expect(readEndpoints(dir)).toBeUndefined();
  expect(openStreamPositions(dir).of('any')).toBeUndefined();
});
