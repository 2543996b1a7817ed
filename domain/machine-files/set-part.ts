import * as z from 'zod';
import { operationTypes } from './operation-type.ts';

/** What a file takes of a set of files that holds several pieces of work. */
export const setPartSchema = z
  .object({
    task: z.int().describe('The place of the task among all tasks of the task data, from 0.'),
    taskId: z.string().describe('The id that the task data gives it.'),
    taskName: z.string().optional(),
    operationType: z.enum(operationTypes).optional().describe('The kind of work that is taken of the task.'),
  })
  .meta({ id: 'SetPart' });

export type SetPart = z.infer<typeof setPartSchema>;
