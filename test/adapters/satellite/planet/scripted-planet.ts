import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';
import { planetService } from '../../../../adapters/satellite/planet/planet.ts';

export interface Question {
  method: string;
  url: URL;
  authorization: string;
  body: unknown;
}

interface Answer {
  status?: number;
  headers?: Record<string, string>;
  body?: object | string;
}

export const apiKey = 'PLAK0123456789abcdef';

/** A server in place of Planet, with scripted responses. */
export async function scriptedPlanet(answer: (question: Question, origin: string) => Answer) {
  const questions: Question[] = [];
  let origin = '';
  const server = createServer(async (request, response) => {
    const sent = await text(request);
    const { method = '', headers } = request;
    const url = new URL(request.url ?? '/', origin);
    const question = { method, url, authorization: headers.authorization ?? '', body: sent && JSON.parse(sent) };
    questions.push(question);
    const { status = 200, headers: told = {}, body = {} } = answer(question, origin);
    response.writeHead(status, told).end(typeof body === 'string' ? body : JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { planet: planetService({ address: origin }), questions };
}

export const square = {
  type: 'MultiPolygon' as const,
  coordinates: [
    [
      [
        [46.9, 8.4],
        [46.91, 8.4],
        [46.91, 8.41],
        [46.9, 8.41],
        [46.9, 8.4],
      ] as [number, number][],
    ],
  ],
};
