import type { LayerImage } from './layer-image.ts';

/** An image that is sent to a provider. */
export interface SentLayer {
  name: string;
  content: Uint8Array;
  image: LayerImage;
}

/** An account at a provider that takes aerial images. All methods throw `ProviderProblem`. */
export interface LayerReceiver {
  /** Announces an image. @returns the id that the provider gave the upload, which is nothing without its content. */
  begin(layer: SentLayer): Promise<string>;
  /** Sends the content; the same once more does nothing. */
  complete(uploadId: string, content: Uint8Array): Promise<void>;
}
