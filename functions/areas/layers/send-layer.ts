import { Problem } from '../../../domain/errors.ts';
import { limits, limitText } from '../../../domain/limits.ts';
import { ProviderProblem } from '../../../domain/sync/provider-problem.ts';
import type { Input } from '../../http/exchange.ts';
import type { layersApi } from './api.ts';
import type { LayersServices } from './services.ts';

type Sending = Pick<Input<typeof layersApi.endpoints.sendLayerToClimateFieldView>, 'params' | 'owner' | 'once'>;

/** A file that is sent. */
interface LayerFile {
  name: string;
  /** @throws Problem 404 `originalNotFound` if it is no longer stored. */
  read(): Promise<Uint8Array>;
  /** Whether it was removed, which is done only after it was sent or refused. */
  isGone(): Promise<boolean>;
  /** Removes what is stored of it. */
  remove(): Promise<void>;
}

/**
 * Checks an image and sends it.
 *
 * @throws Problem 400 `layerRefused`, 409 `providerNotConnected`, 413, or what the provider said.
 */
export function sendLayer(
  { params: { svcUserId }, owner, once }: Sending,
  file: LayerFile,
  { reader, receiverOf }: Pick<LayersServices, 'reader' | 'receiverOf'>,
) {
  const receiver = async () => {
    const found = await receiverOf({ ownerId: owner.id, svcUserId }).catch(refused);
    if (typeof found !== 'string') return found;
    const detail = 'The user has not connected Climate FieldView. Connect the account, and send the image again.';
    throw new Problem('conflict', detail, { errorKey: 'providerNotConnected' });
  };
  const checked = async (content: Uint8Array) => {
    try {
      return await reader.read({ ownerId: owner.id, content });
    } catch (error) {
      if (error instanceof Problem && error.kind === 'invalid') await file.remove();
      throw error;
    }
  };
  return once.decided<{ id: string; name: string }>(
    async () => {
      const content = await file.read();
      refuseLarge(content);
      const account = await receiver();
      const image = await checked(content);
      const id = await account.begin({ name: file.name, content, image }).catch(refused);
      return { id, name: file.name };
    },
    async (sent) => {
      // A file that is gone by now was sent by an earlier run of the request.
      if (!(await file.isGone())) {
        const content = await file.read();
        await (await receiver()).complete(sent.id, content).catch(refused);
        await file.remove();
      }
      return { status: 200, body: sent };
    },
  );
}

function refuseLarge({ length }: Uint8Array): void {
  if (length <= limits.layerBytes) return;
  throw new Problem('tooLarge', `The image has ${length} bytes; at most ${limitText.layerBytes} are allowed.`);
}

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
