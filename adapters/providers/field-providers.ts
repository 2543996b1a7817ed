import type { FieldProvider, ProviderLink } from '../../domain/sync/field-provider.ts';
import { scriptedProvider } from './scripted-provider.ts';

/** The provider of a link's fields, which is the scripted provider if the link has a URL. */
export function fieldProviderOf(link: ProviderLink): FieldProvider | undefined {
  return link.address === undefined ? undefined : scriptedProvider;
}
