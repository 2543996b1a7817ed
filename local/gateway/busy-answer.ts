import { Problem } from '../../domain/errors.ts';
import type { HttpAnswer } from './http-answer.ts';
import { problemAnswer } from './problem-answer.ts';

const retryAfterSeconds = 5;
const detail = `This server is busy with other requests, and could not answer this one in time. Send it again in ${retryAfterSeconds} seconds.`;

/** 503 for what waited for too long for an instance of a function or for a processor of this machine. */
export function busyAnswer(path: string, requestId: string): HttpAnswer {
  return problemAnswer(new Problem('unavailable', detail, { retryAfterSeconds }), { path, requestId });
}
