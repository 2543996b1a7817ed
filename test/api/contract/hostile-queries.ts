import { expect } from 'vitest';
import type { Answer } from '../owner.ts';
import { hostileTexts } from './hostile.ts';
import type { ContractRoute, HostileCase } from './hostile-case.ts';
import { expectProblem } from './problem.ts';
import { addressOf, validRequest } from './requests.ts';

const hostileValues = hostileTexts.filter(([name]) => name !== '1 MB');
const wrongPages = [
  'size=101',
  'size=0',
  'size=-1',
  'size=ten',
  'size=1.5',
  'page=-1',
  'page=1e3',
  'page=',
  'page=99999999999999999999',
];
const wrongSorts = ['nonsense', 'id,up', 'desc', '', 'id,,name', '__proto__', 'constructor'];
const foreign = Buffer.from('{"pk":"x","sk":"y","ownerKey":"z","listKey":"w"}').toString('base64url');
const wrongCursors = ['nonsense', 'a+b', foreign, Buffer.from('null').toString('base64url'), 'x'.repeat(9_000)];

/** Parameters of an endpoint that has some. */
export function queryCases(route: ContractRoute): HostileCase[] {
  const { endpoint } = route;
  if (!endpoint.query || endpoint.access === 'public') return [];
  return [
    refused(route, 'an unknown parameter', { nonsense: '1' }, 'nonsense'),
    refused(route, 'a prototype member as a parameter', { ['__proto__']: '1' }),
    givenTwice(route),
    ...(endpoint.method === 'GET' ? hostileValues.flatMap(([name, text]) => textInParameters(route, name, text)) : []),
    ...(endpoint.paged ? pageCases(route) : []),
  ];
}

function pageCases(route: ContractRoute): HostileCase[] {
  const pairs = [
    ...wrongPages.map((parameter) => parameter.split('=')),
    ...wrongSorts.map((sort) => ['sort', sort]),
    ...wrongCursors.map((cursor) => ['cursor', cursor]),
  ];
  return pairs.map(([name = '', value = '']) =>
    refused(route, `${name}=${value.slice(0, 40)}`, { [name]: value }, name),
  );
}

function asking(route: ContractRoute, parameters: Record<string, string>): HostileCase['request'] {
  return (ids) => ({ ...validRequest(route, ids), path: addressOf(route, ids, parameters) });
}

function refused(route: ContractRoute, value: string, parameters: Record<string, string>, named?: string): HostileCase {
  return {
    value,
    request: asking(route, parameters),
    check(answer) {
      const { fieldErrors } = expectProblem(answer, 400);
      if (named) expect(fieldErrors?.[0]?.field).toBe(named);
    },
  };
}

function givenTwice(route: ContractRoute): HostileCase {
  const [name = ''] = Object.keys(route.endpoint.query?.shape ?? {}).filter((known) => known !== 'sort');
  const once = asking(route, { [name]: '1' });
  return {
    value: 'a parameter that is given twice',
    request: (ids) => ({ ...once(ids), path: `${once(ids).path}&${name}=2` }),
    check: (answer) => void expectProblem(answer, 400),
  };
}

function textInParameters(route: ContractRoute, name: string, text: string): HostileCase[] {
  const shape = route.endpoint.query?.shape ?? {};
  // In a URL half a pair becomes U+FFFD.
  const arrived = Buffer.from(text).toString();
  const parameters = Object.keys(shape);
  const needed = parameters.filter((known) => !shape[known]?.safeParse(undefined).success);
  const free = parameters.filter((known) => !['cursor', 'nextPageToken', ...needed].includes(known));
  const taking = free.filter((known) => shape[known]?.safeParse(arrived).success).slice(0, 4);
  const last = parameters.slice(-3);
  const given = (names: string[]) => Object.fromEntries(names.map((known) => [known, text]));
  return [
    // Not in all of them at once: headers and URL together have a limit too.
    ...(last.some((known) => !shape[known]?.safeParse(arrived).success)
      ? [refused(route, `${name} in the last parameters`, given(last))]
      : []),
    ...(taking.length === 0
      ? []
      : [
          {
            value: `${name} in ${taking.join(' and ')}`,
            request: asking(route, given(taking)),
            check(answer: Answer<unknown>) {
              // What is no list may name something, such as an analyte, that is not there.
              const documented = route.endpoint.paged ? [200] : [200, 404];
              expect(documented, JSON.stringify(answer.body)).toContain(answer.status);
              // Parameters beside the required ones are no filters, and what is no list explains itself.
              if (needed.length === 0 && Array.isArray(answer.body)) expect(answer.body).toEqual([]);
            },
          },
        ]),
  ];
}
