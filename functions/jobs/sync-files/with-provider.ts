import type { ProviderLink } from '../../../domain/sync/field-provider.ts';
import type { FileProvider } from '../../../domain/sync/file-provider.ts';
import { ProviderProblem } from '../../../domain/sync/provider-problem.ts';
import { RetryLater } from '../../queue/sqs-worker.ts';
import { unlessDeleted } from '../../queue/unless-deleted.ts';
import type { StartMessage } from './messages.ts';
import type { FileSyncServices } from './services.ts';

const retryAfterSeconds = 60;
const maxRetrySeconds = 15 * 60;

/**
 * Opens the account of a message, and writes its log at the end. Nothing is done for a user, a credential or an organization that is gone; what the provider cannot do for the moment is
 * tried again later, and what it refuses is in the log of the credential.
 */
export async function withProvider(
  { ownerId, svcUserId, provider, credentialId }: Omit<StartMessage, 'step'>,
  { link: linkOf, providerOf }: Pick<FileSyncServices, 'link' | 'providerOf'>,
  work: (files: FileProvider, link: ProviderLink) => Promise<void>,
): Promise<void> {
  const user = { ownerId, svcUserId };
  const link = await linkOf(user, provider);
  if (link?.credentialId !== credentialId) return;
  await unlessDeleted(async () => {
    let files: FileProvider | undefined;
    try {
      files = await providerOf(user, link);
      if (files) await work(files, link);
    } catch (error) {
      if (!(error instanceof ProviderProblem)) throw error;
      const { kind, message, passes } = error;
      console.warn({ svcUserId, provider, kind, message });
      if (!passes) return;
      throw new RetryLater(message, Math.min(error.retryAfterSeconds ?? retryAfterSeconds, maxRetrySeconds), {
        cause: error,
      });
    } finally {
      await files?.close();
    }
  });
}
