import { mockClient } from 'aws-sdk-client-mock';
import { afterAll } from 'vitest';

/**
 * A client class of the SDK whose calls are answered by the test, until the end of its file: files share a process, and the next one may call an embedded engine.
 *
 * @example const s3 = mockedClient(S3Client);
 */
export const mockedClient = ((client: Parameters<typeof mockClient>[0]) => {
  const mock = mockClient(client);
  afterAll(() => mock.restore());
  return mock;
}) as typeof mockClient;
