import { timestamp } from '../../../../domain/clock.ts';
import { invalid, Problem } from '../../../../domain/errors.ts';
import { presentOutput } from '../../../../domain/machine-files/points/missing-output.ts';
import { fileDeadline } from '../../../../domain/machine-files/received-batch.ts';
import { setToWork } from '../../../../domain/machine-files/set-to-work.ts';
import type { Handlers } from '../../../http/exchange.ts';
import { listedFor } from '../../../http/parameters.ts';
import type { OperationsServices } from '../services.ts';
import type { fileEndpoints } from './endpoints.ts';
import { wantedFiles } from './file-filter.ts';
import { mergeFiles } from './merge-files.ts';
import { shownFile } from './show.ts';

export const fileHandlers: Handlers<typeof fileEndpoints, OperationsServices> = {
  mergeFiles,

  async listFiles({ query, asked, owner, request }, services) {
    const { batches, machineFiles } = services;
    const listed = listedFor(owner, services, asked);
    const shown = wantedFiles(query);
    // A batch names its files, which are fewer than all.
    const batch = query.batchId === undefined ? undefined : await batches.get(owner.id, query.batchId);
    const known = query.fileId !== undefined ? [query.fileId] : query.batchId && (batch?.svcFiles ?? []);
    const page = known
      ? await machineFiles.listAmong(owner.id, known, shown, listed)
      : await machineFiles.list(owner.id, query.svcUserId, shown, listed);
    return { status: 200, page, body: page.items.map((file) => shownFile(request, owner.username, file)) };
  },

  async listUncoveredFiles({ query: { svcUserId }, found, owner }, { machineFiles }) {
    const files: string[] = [];
    if (!found.user) return { status: 200, body: { files } };
    for await (const { id, status, fields } of machineFiles.each(owner.id, svcUserId)) {
      if (status === 'processed' && fields.length === 0) files.push(id);
    }
    return { status: 200, body: { files } };
  },

  async getFile({ found, owner, request }) {
    return { status: 200, body: shownFile(request, owner.username, found.file) };
  },

  async getFileSummary({ found }) {
    return { status: 200, body: presentOutput('summary', found.file.summary) };
  },

  async getFileUnits({ found }) {
    return { status: 200, body: presentOutput('units', found.file.units) };
  },

  async getFileStatus({ found }) {
    return { status: 200, body: found.file.steps };
  },

  /** The record goes back first; a message that is lost then leaves a file that the sweep ends. */
  async reprocessFile({ found: { file: before }, owner, request }, { clock, machineFiles, queue }) {
    const now = clock.now();
    const file = setToWork(before, now);
    const restarts = before.status !== 'processing';
    if (!restarts || !(await machineFiles.restart(owner.id, file, before.status, fileDeadline(now)))) {
      const detail = 'The file is still being processed. Send the request again when it has ended.';
      throw new Problem('conflict', detail, { errorKey: 'fileNotEnded' });
    }
    await queue.send({ step: 'process', ownerId: owner.id, fileId: file.id });
    return { status: 202, body: shownFile(request, owner.username, file) };
  },

  /**
   * A worker goes through the files: they may be more than one answer has time for. Files that have changed since the first run of the request are
   * left alone, so that a second message processes none again.
   */
  reprocessFiles: ({ body: { svcUserId, ids }, owner, once }, { clock, machineFiles, queue }) =>
    once.repeatable(async ({ begunTime }) => {
      const wanted = ids && [...new Set(ids)];
      const files = await machineFiles.many(owner.id, wanted ?? []);
      const own = new Set(files.flatMap((file) => (file.svcUserId === svcUserId ? [file.id] : [])));
      const missing = wanted?.find((id) => !own.has(id));
      if (missing !== undefined) {
        throw invalid('#/ids', `The user has no file with the id ${missing}.`, 'fileNotFound');
      }
      const asked = { ownerId: owner.id, svcUserId, askedTime: timestamp(begunTime ?? clock.now()) };
      await queue.send({ step: 'reprocess', ...asked, ...(wanted && { ids: wanted }) });
      return { status: 202 };
    }),
};
