import * as z from 'zod';
import { providerIdSchema } from '../../../domain/providers/provider-id.ts';
import { acceptedBy } from '../accepted-by.ts';
import type { OpenAccount } from '../account.ts';
import { anyCase } from '../any-case.ts';
import { jsonOf } from '../transport/expects.ts';

const organizationsSchema = z.looseObject({ result: z.array(z.looseObject({ id: providerIdSchema })) });

/** Asks for the organizations that have authorized the application, which shows whether the provider takes a credential. @throws ProviderProblem */
export async function askOrganizations({ transport, api }: OpenAccount): Promise<void> {
  const url = new URL(`${api}/config/organizations`);
  acceptedBy('Trimble', await transport.send({ url, expects: jsonOf(anyCase(organizationsSchema)) }));
}
