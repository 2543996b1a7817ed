import { readFileSync } from 'node:fs';
import { providers } from '../../../domain/providers/providers.ts';
import { type Account, hasFields } from '../../../local/demo/sandbox-account.ts';
import { CommandProblem } from '../command.ts';

/** The account that a file has, at the provider with this word in its path, such as `john-deere`. */
export function accountIn(file: string, word: string): Account {
  const row = providers.find(({ credentialPath }) => credentialPath === `${word}-credentials`);
  if (!row || !hasFields(row)) {
    const words = providers.filter(hasFields).map(({ credentialPath }) => credentialPath.replace(/-credentials$/, ''));
    throw new CommandProblem(`--provider ${word}: fields come from ${words.join(', ')}`);
  }
  try {
    return { path: row.credentialPath, body: JSON.parse(readFileSync(file, 'utf8')) };
  } catch (error) {
    throw new CommandProblem(`${file} is no JSON file: ${(error as Error).message}`);
  }
}
