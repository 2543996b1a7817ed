import * as z from 'zod';
import { ProviderProblem } from '../../../domain/sync/provider-problem.ts';
import type { OpenAccount } from '../account.ts';
import { askSlingshot, name } from './documents.ts';

const accessKeySchema = z.looseObject({ isactive: z.boolean() });

/** Asks about the access key of the account, which shows whether the provider takes it. @throws ProviderProblem */
export async function askAccessKey(account: OpenAccount): Promise<void> {
  const { isactive: isActive } = await askSlingshot(account, '/accesskey', accessKeySchema);
  if (isActive) return;
  throw new ProviderProblem('refused', `The access key has been revoked at ${name}. Make a new one there.`);
}
