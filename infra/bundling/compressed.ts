import { brotliCompressSync, constants } from 'node:zlib';

/** Above this size the best quality takes ten times as long as the next one, and saves less than a tenth. */
const bestBytes = 500_000;

/** Content as brotli, for clients that accept it. */
export function compressed(content: Uint8Array): Uint8Array {
  const quality = content.length > bestBytes ? 9 : constants.BROTLI_MAX_QUALITY;
  const params = { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_SIZE_HINT]: content.length };
  return brotliCompressSync(content, { params });
}
