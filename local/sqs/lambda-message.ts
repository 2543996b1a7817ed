import { md5 } from './message-attributes.ts';
import { type Received, systemAttributes } from './receive.ts';

/** A received message in the shape that Lambda functions receive. */
export interface SqsMessage {
  messageId: string;
  receiptHandle: string;
  body: string;
  md5OfBody: string;
  attributes: Record<string, string>;
  /** `binaryValue` in base64. */
  messageAttributes: Record<string, { dataType: string; stringValue?: string; binaryValue?: string }>;
}

/** A received message as a function receives it. */
export function lambdaMessage({ message, receiptHandle }: Received): SqsMessage {
  const messageAttributes: SqsMessage['messageAttributes'] = {};
  for (const [name, { DataType, StringValue, BinaryValue }] of Object.entries(message.attributes)) {
    messageAttributes[name] = {
      dataType: DataType,
      ...(StringValue !== undefined && { stringValue: StringValue }),
      ...(BinaryValue !== undefined && { binaryValue: BinaryValue }),
    };
  }
  return {
    messageId: message.id,
    receiptHandle,
    body: message.body,
    md5OfBody: md5(message.body),
    attributes: systemAttributes(message),
    messageAttributes,
  };
}
