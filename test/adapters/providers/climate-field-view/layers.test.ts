import { expect, test } from 'vitest';
import type { OpenAccount } from '../../../../adapters/providers/account.ts';
import { climateLayers } from '../../../../adapters/providers/climate-field-view/layers.ts';
import { failed } from '../../../../domain/transport/outcome.ts';
import { apiTimeoutSeconds } from '../../../../functions/manifest/needs.ts';

/** Seconds that reading an image and getting a new token take at most. */
const besideSeconds = 14;

test('an image is waited for as long as its caller can wait, and a provider that is slower is named', async () => {
  const waits: number[] = [];
  const transport = {
    send: async ({ waitMilliseconds = 15_000 }: { waitMilliseconds?: number }) => {
      waits.push(waitMilliseconds);
      return failed('late', 'Climate FieldView did not answer in time.');
    },
    flush: async () => {},
  };
  const receiver = climateLayers({ transport, api: 'https://platform.climate.com/v4' } as unknown as OpenAccount);
  const image = { acquisitionStartDate: '2026-05-01', acquisitionEndDate: '2026-05-01', isCalibrated: true };
  const content = new Uint8Array(5_000_000);
  const begun = receiver.begin({ name: 'a.tif', content, image } as Parameters<typeof receiver.begin>[0]);
  await expect(begun).rejects.toMatchObject({ passes: true, message: 'Climate FieldView did not answer in time.' });
  await expect(receiver.complete('id', content)).rejects.toMatchObject({ passes: true });
  expect(waits).toHaveLength(2);
  expect(waits.reduce((sum, wait) => sum + wait, 0) / 1_000 + besideSeconds).toBeLessThanOrEqual(apiTimeoutSeconds);
});
