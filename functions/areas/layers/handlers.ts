import { plainFileName } from '../../http/body/file-name.ts';
import { uploadedContent } from '../../http/body/uploaded-file.ts';
import type { Handlers } from '../../http/exchange.ts';
import type { layersApi } from './api.ts';
import { sendLayer } from './send-layer.ts';
import type { LayersServices } from './services.ts';

export const layerHandlers: Handlers<typeof layersApi.endpoints, LayersServices> = {
  sendLayerToClimateFieldView(input, services) {
    const { content, fileName } = input.body;
    const file = {
      name: plainFileName(fileName),
      read: async () => content,
      isGone: async () => false,
      remove: async () => {},
    };
    return sendLayer(input, file, services);
  },

  sendUploadedLayerToClimateFieldView(input, services) {
    const { session } = input.found;
    const { files } = services;
    const file = {
      name: plainFileName(session.fileName),
      read: () => uploadedContent(session, files),
      isGone: async () => !(await files.has(session.objectKey)),
      remove: () => files.remove([session.objectKey]),
    };
    return sendLayer(input, file, services);
  },
};
