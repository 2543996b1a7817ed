import type * as z from 'zod';
import { ProviderProblem } from '../../domain/sync/provider-problem.ts';
import { askJson } from '../providers/ask-json.ts';

/**
 * Sends a request to a public catalogue, as `askJson` does. Catalogues have no accounts, so that 401 and 403
 * mean a refusal that passes.
 *
 * @throws ProviderProblem whose message does not mention accounts; `missing` for 404.
 */
export async function askCatalogue<S extends z.ZodType>(
  name: string,
  url: URL,
  schema: S,
  asking?: { method: 'POST'; sent: object },
): Promise<z.output<S>> {
  try {
    return await askJson(name, url, schema, asking);
  } catch (error) {
    if (!(error instanceof ProviderProblem)) throw error;
    const { kind } = error;
    if (kind === 'refused' || kind === 'forbidden') {
      const status = kind === 'refused' ? 401 : 403;
      throw new ProviderProblem('unreachable', `${name} does not answer at the moment (${status}).`, { cause: error });
    }
    if (kind === 'missing') throw new ProviderProblem('missing', `${name} does not have it (404).`, { cause: error });
    throw error;
  }
}
