import type { CDPSession } from 'playwright-core';

/** A phone in a field: 1.6 Mbit/s, 150 ms to the server, a processor of a quarter of the speed. */
const slow = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 94_000 };
const slowerProcessor = 4;

/** Makes a page as slow as on such a phone. */
export async function slowDown(protocol: CDPSession): Promise<void> {
  await protocol.send('Network.emulateNetworkConditions', slow);
  await protocol.send('Emulation.setCPUThrottlingRate', { rate: slowerProcessor });
}
