import { WireError } from '../http/json-protocol.ts';

const older = (code: string) => ({ queryCode: `AWS.SimpleQueueService.${code}` });

export const queueDoesNotExist = (name: string) =>
  new WireError('QueueDoesNotExist', `The specified queue does not exist: ${name}.`, older('NonExistentQueue'));

export const queueNameExists = (name: string, attribute: string) =>
  new WireError(
    'QueueNameExists',
    `A queue already exists with the same name and a different value for attribute ${attribute}: ${name}.`,
    { queryCode: 'QueueAlreadyExists' },
  );

export const invalidParameter = (parameter: string, value: unknown, reason: string) =>
  new WireError('InvalidParameterValue', `Value ${value} for parameter ${parameter} is invalid. Reason: ${reason}`);

export const missingParameter = (parameter: string) =>
  new WireError('MissingParameter', `The request must contain the parameter ${parameter}.`);

export const tooLong = (limit: number) =>
  new WireError(
    'InvalidParameterValue',
    `One or more parameters are invalid. Reason: Message must be shorter than ${limit} bytes.`,
  );

export const invalidContents = () =>
  new WireError('InvalidMessageContents', 'The message holds characters that are not allowed in XML 1.0.');

export const invalidHandle = (handle: string) =>
  new WireError('ReceiptHandleIsInvalid', `The input receipt handle "${handle}" is not a valid receipt handle.`);

export const notInFlight = () =>
  new WireError('MessageNotInflight', 'The message is not in flight.', older('MessageNotInflight'));

export const overLimit = () =>
  new WireError('OverLimit', 'The queue has the most messages in flight that it may have.', { status: 403 });

export const unsupported = (message: string) =>
  new WireError('UnsupportedOperation', message, older('UnsupportedOperation'));

export const emptyBatch = () =>
  new WireError('EmptyBatchRequest', 'There should be at least one entry in the request.', older('EmptyBatchRequest'));

export const tooManyEntries = (count: number) =>
  new WireError(
    'TooManyEntriesInBatchRequest',
    `Maximum number of entries per request are 10. You have sent ${count}.`,
    older('TooManyEntriesInBatchRequest'),
  );

export const idsNotDistinct = (id: string) =>
  new WireError('BatchEntryIdsNotDistinct', `Id ${id} repeated.`, older('BatchEntryIdsNotDistinct'));

export const invalidEntryId = () =>
  new WireError(
    'InvalidBatchEntryId',
    'A batch entry id can only contain alphanumeric characters, hyphens and underscores. It can be at most 80 letters long.',
    older('InvalidBatchEntryId'),
  );

export const batchTooLong = (limit: number, bytes: number) =>
  new WireError(
    'BatchRequestTooLong',
    `Batch requests cannot be longer than ${limit} bytes. You have sent ${bytes} bytes.`,
    older('BatchRequestTooLong'),
  );
