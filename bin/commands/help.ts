import type { Command } from './command.ts';
import { commands } from './registry.ts';

/** The text of `furrow --help`. */
export function furrowHelp(): string {
  const list = Object.entries(commands).map(([name, { summary }]) => [name, summary] as const);
  return [
    'usage: furrow <command> [options]',
    '',
    ...aligned(list),
    '',
    'furrow <command> --help shows the options of a command.',
  ].join('\n');
}

/** The text of `furrow <command> --help`. */
export function commandHelp({ usage, description, options, variables = {} }: Command): string {
  const forms = usage.map((form, index) => `${index === 0 ? 'usage:' : '      '} furrow ${form}`);
  const optionList = Object.entries({ ...options, help: { description: 'print this help' } }).map(([name, option]) => {
    const value = 'value' in option && option.value ? ` ${option.value}` : '';
    const short = 'short' in option && option.short ? `-${option.short}, ` : '';
    return [`${short}--${name}${value}`, option.description] as const;
  });
  const parts = [forms, description.split('\n'), ['options:', ...aligned(optionList)]];
  if (Object.keys(variables).length > 0) parts.push(['environment:', ...aligned(Object.entries(variables))]);
  return parts.map((lines) => lines.join('\n')).join('\n\n');
}

function aligned(rows: (readonly [string, string])[]): string[] {
  const width = Math.max(...rows.map(([left]) => left.length));
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`);
}
