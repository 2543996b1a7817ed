import type { LayerReceiver } from '../../../domain/assets/layer-receiver.ts';
import type { OpenAccount } from '../account.ts';
import { beginUpload, sendParts } from './uploads.ts';

/** Aerial images in true colour. */
const contentType = 'image/vnd.climate.rgb.geotiff';
/** The provider takes no longer names. */
const maxNameCharacters = 20;

/**
 * A caller waits for both answers, within the 29 s that a function has for a request: what is left is for reading the image and for a new token. A repeated request goes on with
 * the same upload.
 */
const begins = { waitMilliseconds: 5_000 };
const completes = { waitMilliseconds: 10_000 };

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
      return logged(beginUpload(account, { contentType, content, metadata }, begins));
    },
    complete: (id, content) => logged(sendParts(account, id, content, completes)),
  };
}

/** Days begin at midnight UTC, since the image does not say more. */
const asTime = (date: string) => new Date(date).toISOString();
