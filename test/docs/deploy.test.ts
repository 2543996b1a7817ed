import { execFileSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { readArguments } from '../../bin/commands/read-arguments.ts';
import { commands } from '../../bin/commands/registry.ts';
import { edgeSettings } from '../../examples/edge/edge-stack.ts';
import { environmentNamed } from '../../infra/context/environment.ts';
import { contextNames } from '../../infra/context/read-context.ts';
import { PROJECT, read } from '../house/tree.ts';
import { furrowApp, withoutValidator } from '../infra/synthesize.ts';

/*
 * Walks through the guide as somebody does who pastes its commands: each has to exist with its options, each stack and output has to be in a template, and
 * each key of the context has to be read.
 */

const guide = read('docs/deploy.md');
const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };

/** Command lines of the shell blocks, and those within the text; lines that end with a backslash are one. */
const lines = [
  ...[...guide.matchAll(/^ *```sh\n(.*?)^ *```$/gms)].flatMap(([, block = '']) =>
    block.replaceAll(/\\\n\s*/g, '').split('\n'),
  ),
  ...[...guide.matchAll(/`((?:npx|npm) [^`\n]+)`/g)].map(([, command = '']) => command),
]
  .flatMap((line) => line.replace(/\s#.*$/, '').split(' && '))
  .map((line) => line.trim())
  .filter((line) => line !== '');

/** Words of a line that the test has to know, by its program. */
const of = (program: string) =>
  lines.filter((line) => line.startsWith(`${program} `)).map((line) => line.slice(program.length + 1).split(/\s+/));

const stacks = ['dev', 'prod'].flatMap((name) =>
  withoutValidator(() => furrowApp({ environment: environmentNamed(name) }).synth()).stacks.map(
    ({ stackName, template }) => ({ stackName, outputs: Object.keys(template.Outputs ?? {}) }),
  ),
);
const stackNames = stacks.map(({ stackName }) => stackName);

test('has commands of npm, the CDK and Furrow', () => {
  for (const program of ['npm', 'npx cdk', 'npx furrow']) expect(of(program).length).toBeGreaterThan(1);
});

test('names scripts that package.json has', () => {
  const named = of('npm').flatMap(([verb, script = '']) => (verb === 'run' ? [script] : []));
  expect(named).toContain('layers');
  expect(named.filter((script) => !(script in scripts))).toEqual([]);
});

/** Names without options, which are names of stacks; the value of an option is no name. */
function stacksIn(words: readonly string[]): string[] {
  return words.filter(
    (word, index) => !word.startsWith('-') && !/^-[a-z]$|^--(output|resource-mapping)$/.test(words[index - 1] ?? ''),
  );
}

describe('of the CDK', () => {
  const subcommands = [...new Set(of('npx cdk').map(([subcommand = '']) => subcommand))];

  test.each(subcommands)('cdk %s exists, with the options that are given', (subcommand) => {
    const help = execFileSync('npx', ['cdk', subcommand, '--help'], { cwd: PROJECT, encoding: 'utf8' });
    expect(help).toContain(`cdk ${subcommand}`);
    const options = of('npx cdk')
      .filter(([name]) => name === subcommand)
      .flatMap((words) => words.filter((word) => word.startsWith('-')));
    for (const option of options) expect(help).toMatch(new RegExp(`(^|[\\s,])${option}\\b`, 'm'));
  });

  test('each stack that is named is synthesized', () => {
    const named = of('npx cdk').flatMap(([, ...words]) => stacksIn(words));
    expect(named).toContain('furrow-prod-data');
    expect(named.filter((name) => !stackNames.includes(name))).toEqual([]);
    const listed = [...guide.matchAll(/^\| `(furrow-prod-[a-z]+)` \|/gm)].map(([, name]) => name);
    expect(listed).toEqual(stackNames.filter((name) => name.startsWith('furrow-prod-')));
  });

  test('each key of the context is read', () => {
    const asked = new Set<string>([...contextNames, ...edgeSettings]);
    const given = [...guide.matchAll(/(?<![\w-])-c ([A-Za-z]+)=/g)].map(([, name = '']) => name);
    expect(given).toContain('certificateArn');
    expect([...new Set(given)].filter((name) => !asked.has(name))).toEqual([]);
  });
});

describe('of Furrow', () => {
  const calls = [...of('npx furrow'), ...of('npm run smoke').map((words) => ['smoke', ...words.slice(1)])];

  test.each(calls.map((words) => words.join(' ')))('furrow %s exists, with its options', async (line) => {
    const [name = '', ...words] = line.split(' ');
    expect(Object.keys(commands)).toContain(name);
    const command = await commands[name]?.load();
    if (!command) return;
    const { options, words: plain } = readArguments(name, command, words);
    const verbs = command.usage.map((usage) => usage.split(' ')[1]).filter((verb) => /^[a-z]/.test(verb ?? ''));
    if (verbs.length > 0) expect(verbs).toContain(plain[0]);
    if (options.stack !== undefined) expect(stackNames).toContain(options.stack);
  });
});

test('each output that is named is one of a template', () => {
  const printed = new Set(stacks.flatMap(({ outputs }) => outputs));
  const [, table = ''] = /\| Output \| Meaning \|\n\|[-|]+\n((?:\|.*\n)+)/.exec(guide) ?? [];
  const inTable = [...table.matchAll(/^\| `(\w+)` \|/gm)].map(([, name = '']) => name);
  expect(inTable.length).toBeGreaterThan(3);
  const inText = [...guide.matchAll(/outputs? `(\w+)`/g)].map(([, name = '']) => name);
  // Given only with a domain.
  const wanted = [...inTable, ...inText].filter((name) => name !== 'DomainTarget');
  expect(wanted.filter((name) => !printed.has(name))).toEqual([]);
});

test('the other programs of its commands are known', () => {
  const programs = lines.map((line) => line.split(' ')[0] ?? '').filter((word) => /^[a-z]/.test(word));
  expect(
    [...new Set(programs)].filter(
      (word) => !['npm', 'npx', 'node', 'docker', 'apt-get', 'git', 'cp', 'cd', 'rm'].includes(word),
    ),
  ).toEqual([]);
});
