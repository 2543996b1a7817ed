import { expect, test } from 'vitest';
import { sessionsOf, type WorkedPart } from '../../../domain/operations/session.ts';

const machine = (id: string) => ({ id, kind: 'machine' as const, name: id, serialNumber: `S-${id}` });
const part = (fileId: string, assets: WorkedPart['assets']): WorkedPart => ({
  fileId,
  startTime: '2024-05-01T12:00:00.000Z',
  endTime: '2024-05-01T13:00:00.000Z',
  areaSquareMetres: 12_345,
  assets,
});
const sessions = (parts: WorkedPart[]) =>
  sessionsOf('operation', parts, (origin, ...rest) => [origin, ...rest].join(' '));

test('the record of one machine in one file is a session, with its operator and implements', () => {
  const others = [
    { id: 'o', kind: 'operator' as const, name: 'Ada' },
    { id: 'i', kind: 'implement' as const, name: 'Sower' },
  ];
  const [first, second] = sessions([
    part('a', [machine('m'), ...others]),
    part('b', [machine('n')]),
    part('c', [machine('m')]),
  ]);
  expect(first).toMatchObject({ machineId: 'm', serialNumber: 'S-m' });
  expect(first?.sessions).toMatchObject([
    {
      id: 'operation session a',
      operator: { id: 'o', name: 'Ada' },
      implement: { id: 'i', name: 'Sower' },
      area: { value: 1.2345, unit: 'ha' },
    },
    { id: 'operation session c' },
  ]);
  expect(second?.sessions).toHaveLength(1);
});

test('a file of several machines, or of none, is not a session', () => {
  expect(sessions([part('a', [machine('m'), machine('n')]), part('b', [])])).toEqual([]);
});
