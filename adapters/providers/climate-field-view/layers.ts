import type { LayerReceiver } from '../../../domain/assets/layer-receiver.ts';
import type { OpenAccount } from '../open-account.ts';
import { beginUpload, sendParts } from './uploads.ts';

/** Aerial images in true colour. */
const contentType = 'image/vnd.climate.rgb.geotiff';
/** The provider takes no longer names. */
const maxNameCharacters = 20;

/** Sends aerial images to Climate FieldView. */
export function climateLayers(account: OpenAccount): LayerReceiver {
  const logged = async <T>(work: Promise<T>): Promise<T> => work.finally(() => account.transport.flush());
  return {
    begin({ name, content, image }) {
      const { acquisitionStartDate, acquisitionEndDate, isCalibrated } = image;
      const dates = {
        acquisitionStartDate: asTime(acquisitionStartDate),
        acquisitionEndDate: asTime(acquisitionEndDate),
      };
      const metadata = { ...dates, isCalibrated, name: name.slice(0, maxNameCharacters) };
      return logged(beginUpload(account, { contentType, content, metadata }));
    },
    complete: (id, content) => logged(sendParts(account, id, content)),
  };
}

/** Days begin at midnight UTC, since the image does not say more. */
const asTime = (date: string) => new Date(date).toISOString();
