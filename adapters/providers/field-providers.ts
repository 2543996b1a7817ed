import type { FieldProvider, ProviderLink } from '../../domain/sync/field-provider.ts';
import { scriptedProvider } from './scripted-provider.ts';

/** The provider of a link's fields. Until there are credentials, links lead to the scripted provider. */
export function fieldProviderOf(link: ProviderLink): FieldProvider | undefined {
  return link.address === undefined ? undefined : scriptedProvider;
}
