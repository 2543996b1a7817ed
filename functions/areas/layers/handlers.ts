import { Problem } from '../../../domain/errors.ts';
import { limits, limitText } from '../../../domain/limits.ts';
import { ProviderProblem } from '../../../domain/sync/provider-problem.ts';
import { plainFileName } from '../../http/body/file-name.ts';
import type { Handlers } from '../../http/exchange.ts';
import type { layersApi } from './api.ts';
import type { LayersServices } from './services.ts';

export const layerHandlers: Handlers<typeof layersApi.endpoints, LayersServices> = {
  sendLayerToClimateFieldView({ params: { svcUserId }, body, owner, once }, { reader, receiverOf }) {
    const { content } = body;
    if (content.length > limits.layerBytes) {
      throw new Problem(
        'tooLarge',
        `The image has ${content.length} bytes; at most ${limitText.layerBytes} are allowed.`,
      );
    }
    const receiver = async () => {
      const found = await receiverOf({ ownerId: owner.id, svcUserId }).catch(refused);
      if (found) return found;
      const detail = 'The user has not connected Climate FieldView. Connect the account, and send the image again.';
      throw new Problem('conflict', detail, { errorKey: 'providerNotConnected' });
    };
    return once.decided<{ id: string; name: string }>(
      async () => {
        const name = plainFileName(body.fileName);
        const account = await receiver();
        const image = await reader.read(content);
        const id = await account.begin({ name, content, image }).catch(refused);
        return { id, name };
      },
      async (sent) => {
        await (await receiver()).complete(sent.id, content).catch(refused);
        return { status: 200, body: sent };
      },
    );
  },
};

/** @throws Problem that says what the provider said. */
function refused(error: unknown): never {
  if (!(error instanceof ProviderProblem)) throw error;
  const { kind, message, passes, retryAfterSeconds = 60 } = error;
  if (passes) throw new Problem('unavailable', message, { cause: error, retryAfterSeconds });
  if (kind === 'refused' || kind === 'forbidden') {
    throw new Problem('conflict', message, { errorKey: 'providerNotConnected', cause: error });
  }
  throw new Problem('upstream', message, { cause: error });
}
