import ts from 'typescript';
import { expect, test } from 'vitest';
import { type Limit, limits, limitText } from '../../domain/limits.ts';
import { modules, read } from './tree.ts';

/** Sources of the service. The embedded cloud has AWS's limits, and the compiler of queries its own. */
const sources = () =>
  modules().filter((path) => /^(domain|adapters|functions|infra|bin|web)\//.test(path) && path !== 'domain/limits.ts');

/** Limits of other things that are equal by chance. */
const others = [
  'adapters/satellite/contained-scenes.ts: 1 GB', // bytes that are read of one scene
  'functions/areas/query/run/analytics/endpoints.ts: 20,000', // cells of a question about zones
  'functions/jobs/process-machine-files/manifest.ts: 14 minutes', // how long a worker sets files to work
];

const names = Object.keys(limits) as Limit[];

/** Texts by which a limit is recognised. Short counts and a day occur everywhere. */
const texts = new Set(
  names.filter((name) => /Bytes$|QuerySeconds$/.test(name) || limits[name] >= 10_000).map((name) => limitText[name]),
);
texts.delete(limitText.uploadSessionSeconds);

/** Sizes by which a limit is recognised in code; round numbers such as 100,000 are limits of many things. */
const sizes: number[] = names
  .filter((name) => name.endsWith('Bytes') && !/^\d0+$/.test(`${limits[name]}`))
  .map((name) => limits[name]);

const patterns = [...texts].map(
  (text) => [text, new RegExp(`(?<![\\d,.])${text.replaceAll('.', '\\.')}(?![\\d,])`)] as const,
);

/** The limits that a source repeats: in strings, templates and elements as text, in code as a size. Comments do not count. */
function repeated(source: string): string[] {
  const digits = source.replaceAll('_', '');
  const mayRepeat =
    patterns.some(([, pattern]) => pattern.test(source)) || sizes.some((size) => digits.includes(String(size)));
  if (!mayRepeat && !source.includes('1024')) return [];
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isStringLiteralLike(node) || ts.isTemplateLiteralToken(node) || ts.isJsxText(node)) {
      found.push(...patterns.filter(([, pattern]) => pattern.test(node.text)).map(([text]) => text));
    }
    const size = numberIn(node);
    if (size !== undefined && sizes.includes(size)) found.push(`${size}`);
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile('source.tsx', source, ts.ScriptTarget.Latest));
  return found;
}

/** The value of a number, or of a product and a power of numbers such as `3 * 1024 ** 3`. */
function numberIn(node: ts.Node): number | undefined {
  if (ts.isNumericLiteral(node)) return Number(node.text);
  if (!ts.isBinaryExpression(node)) return undefined;
  const [left, right] = [numberIn(node.left), numberIn(node.right)];
  if (left === undefined || right === undefined) return undefined;
  if (node.operatorToken.kind === ts.SyntaxKind.AsteriskToken) return left * right;
  return node.operatorToken.kind === ts.SyntaxKind.AsteriskAsteriskToken ? left ** right : undefined;
}

test('a repeated limit is recognised in a message, a template, an element and a number', () => {
  expect(repeated("refuse('a file has at most 3 GB')")).toEqual(['3 GB']);
  expect(repeated(`const text = \`At most \${fields} fields and 4.5 MB.\`;`)).toEqual(['4.5 MB']);
  expect(repeated('const row = <p>up to 100,000 vertices</p>;')).toEqual(['100,000']);
  expect(repeated('const max = 3 * 1024 ** 3, inline = 4_500_000;')).toEqual([`${3 * 1024 ** 3}`, '4500000']);
  expect(repeated("/** At most 3 GB. */ const text = 'At most 13 GB, 2,100,000 rows or 14.5 MB';")).toEqual([]);
});

test('no source repeats a limit of domain/limits.ts: it takes it from there', () => {
  const wrong = sources().flatMap((path) => repeated(read(path)).map((limit) => `${path}: ${limit}`));
  expect(wrong.filter((line) => !others.includes(line))).toEqual([]);
  expect(others.filter((line) => !wrong.includes(line))).toEqual([]);
});
