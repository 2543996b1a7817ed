import type { TestOwner } from '../owner.ts';
import { uploadService } from './upload.ts';

const sessions = `${uploadService}/upload-sessions`;

interface Wanted {
  svcUserId: string;
  target: string;
  fileName: string;
  prescription?: object;
}

/** Uploads a file of one part, and completes its session. @returns the session's id. */
export async function finishedSession(owner: TestOwner, wanted: Wanted, content: Uint8Array): Promise<string> {
  const { body: session } = await owner.post<{ id: string }>(sessions, { ...wanted, sizeBytes: content.length });
  const { body: signed } = await owner.post<{ parts: { url: string }[] }>(`${sessions}/${session.id}/parts`, {
    partNumbers: [1],
  });
  await fetch(signed.parts[0]?.url ?? '', { method: 'PUT', body: new Uint8Array(content) });
  const { status, body } = await owner.post(`${sessions}/${session.id}/complete`);
  if (status !== 201) throw new Error(`${status} ${JSON.stringify(body)}`);
  return session.id;
}
