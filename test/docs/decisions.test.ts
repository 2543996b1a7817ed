import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { decisionIndex, readDecision, subjects } from '../../bin/decisions/decision-index.ts';
import { PROJECT, read } from '../house/tree.ts';

const folder = 'docs/decisions';
const files = readdirSync(join(PROJECT, folder)).filter((name) => /^\d/.test(name));
const pages = () => files.map((file) => readDecision(file, read(`${folder}/${file}`)));

describe('decisions', () => {
  test('each has a head, and the index has each once under its subject; `npm run decisions` writes it', () => {
    expect(read(`${folder}/README.md`)).toBe(decisionIndex(pages()));
    expect(subjects.length).toBeLessThanOrEqual(25);
    expect(new Set(pages().map(({ number }) => number)).size).toBe(files.length);
  });

  test('every subject has a page', () => {
    const used = new Set(pages().map(({ subject }) => subject));
    expect(subjects.filter((subject) => !used.has(subject))).toEqual([]);
  });

  test.each(['rate limit', 'retry', 'retries', 'dead letter', 'duplicate', 'time zone', 'unit', 'OAuth', 'SSRF'])(
    'a title can be found by "%s"',
    (word) => {
      const index = decisionIndex(pages()).toLowerCase();
      const titles = index.split('\n').filter((line) => line.startsWith('- '));
      expect(titles.filter((title) => title.includes(word.toLowerCase()))).not.toEqual([]);
    },
  );

  test('links lead to pages that exist', () => {
    const broken = files.flatMap((file) =>
      [...read(`${folder}/${file}`).matchAll(/\]\((\d{4}-[^)#]+)/g)]
        .map(([, page = '']) => page)
        .filter((page) => !existsSync(join(PROJECT, folder, page)))
        .map((page) => `${file} links to ${page}`),
    );
    expect(broken).toEqual([]);
  });
});

describe('the head of a page', () => {
  const page = (second: string) => () => readDecision('0301-a-page.md', `# 301. A page\n\n${second}\n\n**Context.**`);

  test.each([
    ['**Context.** …', 'Subject: <subject>. Status: current.'],
    ['Subject: Cows. Status: current.', '"Cows" is no subject'],
    ['Subject: Weather. Status: new.', 'the status "new" is none of'],
    ['Subject: Weather. Status: replaced by 12.', 'the status "replaced by 12" is none of'],
  ])('%s is refused with what it has to be', (second, reason) => {
    expect(page(second)).toThrow(reason);
  });

  test('may say what has been replaced', () => {
    const status = 'partly replaced by [129](0129-the-weather-service-and-its-stand-in.md) (the pause)';
    expect(page(`Subject: Weather. Status: ${status}.`)()).toMatchObject({ number: 301, subject: 'Weather', status });
  });

  test('has the number of its file', () => {
    expect(() => readDecision('0301-a-page.md', '# 31. A page\n')).toThrow('"# 301. <title>"');
  });
});
