import * as z from 'zod';
import { providerIdSchema } from '../../../domain/providers/provider-id.ts';
import type { ProvidedOrganization } from '../../../domain/sync/field-provider.ts';
import { ProviderProblem } from '../../../domain/sync/provider-problem.ts';
import { linkOf } from '../../../domain/transport/links.ts';
import type { OpenAccount } from '../account.ts';
import { deereList, linksSchema, untold } from './lists.ts';

const organizationSchema = z.looseObject({
  id: providerIdSchema,
  name: z.string().max(255).default(''),
  links: linksSchema,
});

/** The organizations that the grower has selected for the application, and those that can be. */
export async function* deereOrganizations(account: OpenAccount): AsyncGenerator<ProvidedOrganization, void> {
  const listed = deereList(account, '/organizations', organizationSchema, untold);
  let next = await listed.next();
  for (; !next.done; next = await listed.next()) {
    const { id, name, links } = next.value;
    const managementUri = linkOf(links, 'manage_connections') ?? linkOf(links, 'connections');
    yield { id, name, ...(managementUri !== undefined && { managementUri }) };
  }
  // Organizations that are not listed are removed.
  if (!next.value) throw new ProviderProblem('malformed', 'John Deere did not answer with all organizations.');
}

/** The first page of organizations, which shows whether the provider takes a credential. @throws ProviderProblem */
export async function askFirstOrganization(account: OpenAccount): Promise<void> {
  for await (const _ of deereOrganizations(account)) break;
}
