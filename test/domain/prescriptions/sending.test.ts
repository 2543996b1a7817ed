import { describe, expect, test } from 'vitest';
import {
  hasArrived,
  orderedPrescriptionSchema,
  receivedSending,
  shownSending,
  withState,
} from '../../../domain/prescriptions/sending.ts';

const id = '0198c2a0-0000-7000-8000-000000000000';
const received = receivedSending(
  { id, svcUserId: id, provider: 'JohnDeere', name: 'a.zip', sizeBytes: 1, sentBy: 'ada', objectKey: 'k' },
  0,
);

describe('a record', () => {
  test('whose run has ended without a word is interrupted, and shows neither marks nor keys', () => {
    const sending = { ...received, status: 'SENDING' as const, marks: { file: '1' } };
    expect(shownSending(sending, 10, 5)).toMatchObject({ status: 'SENDING' });
    const shown = shownSending(sending, 10, 10);
    expect(shown).toMatchObject({ status: 'INTERRUPTED', problem: { message: expect.stringContaining('Continue') } });
    expect(shown).not.toHaveProperty('marks');
    expect(shown).not.toHaveProperty('objectKey');
  });

  test('has arrived when its provider has it, also if that refuses it', () => {
    const states = ['sent', 'taken', 'refused'] as const;
    const records = states.map((kind) => withState(received, { kind, providerId: '7', reason: 'Too old.' }, 1));
    expect(records.map(({ status }) => status)).toEqual(['SENT', 'ACCEPTED', 'FAILED']);
    expect(records.every(hasArrived)).toBe(true);
    expect(records[2]?.problem).toEqual({ message: 'Too old.' });
    // The zip broke a rule, and was not sent.
    expect(hasArrived({ ...received, status: 'FAILED' })).toBe(false);
  });

  test('loses its problem when it arrives', () => {
    const problem = { message: 'late' };
    expect(withState({ ...received, problem }, { kind: 'sent', providerId: '7' }, 1)).not.toHaveProperty('problem');
  });
});

test('an order names what its provider needs', () => {
  const missing = (order: object) =>
    orderedPrescriptionSchema.safeParse(order).error?.issues.map(({ path }) => path.join('.')) ?? [];
  expect(missing({ provider: 'JohnDeere' })).toEqual(['organizationId']);
  expect(missing({ provider: 'Trimble', organizationId: '1' })).toEqual(['rateColumn', 'rateUnit']);
  expect(missing({ provider: 'ClimateFieldView' })).toEqual([]);
});
