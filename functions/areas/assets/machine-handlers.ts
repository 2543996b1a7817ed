import type { Asset } from '../../../domain/assets/asset.ts';
import { assetEvent } from '../../../domain/assets/asset-events.ts';
import { changedMachine, newMachine, refuseFound, shownMachine } from '../../../domain/assets/machine.ts';
import { shownBy } from '../../../domain/assets/machine-list.ts';
import { distanceTests, type MachineWork } from '../../../domain/assets/machine-work.ts';
import { timestamp } from '../../../domain/clock.ts';
import { notFound } from '../../../domain/errors.ts';
import type { Handlers } from '../../http/exchange.ts';
import type { machineEndpoints } from './machine-endpoints.ts';
import { separate } from './separate.ts';
import type { AssetsServices } from './services.ts';

const kind = 'machine';

export const machineHandlers: Handlers<typeof machineEndpoints, AssetsServices> = {
  async listMachines({ params: { svcUserId }, query, asked, owner }, { assets }) {
    const page = await assets.list(owner.id, svcUserId, kind, shownBy('machines', query, shownMachine), asked);
    return { status: 200, page, body: page.items };
  },

  createMachine: ({ params: { svcUserId }, body, owner, once }, { assets, clock, newId }) =>
    once<Asset>(
      async (commit) => {
        const now = clock.now();
        const machine = newMachine({ id: newId(), svcUserId, providerId: newId() }, body, timestamp(now));
        const event = assetEvent('machineCreated', newId(), owner.id, machine, now);
        await assets.add(owner.id, machine, event, await commit(machine));
        return machine;
      },
      (machine) => ({ status: 201, body: shownMachine(machine) }),
    ),

  async getMachine({ found }) {
    return { status: 200, body: shownMachine(found.machine) };
  },

  async changeMachine({ params: { svcUserId, machineId: id }, body, owner }, { assets, clock, newId }) {
    const now = clock.now();
    const machine = await assets.change(
      owner.id,
      { svcUserId, kind, id },
      (before) => changedMachine(before, body, timestamp(now)),
      (after) => assetEvent('machineUpdated', newId(), owner.id, after, now),
    );
    if (!machine) throw notFound(kind, id);
    return { status: 200, body: shownMachine(machine) };
  },

  async deleteMachine({ found: { machine }, owner }, { assets, clock, newId }) {
    refuseFound(machine);
    const event = assetEvent('machineDeleted', newId(), owner.id, machine, clock.now());
    if (!(await assets.remove(owner.id, machine, event))) throw notFound(kind, machine.id);
    return { status: 204 };
  },

  async separateMachine({ found, owner }, services) {
    return { status: 200, body: shownMachine(await separate(owner.id, found.machine, services)) };
  },

  async listMachineFiles({ params: { svcUserId, machineId }, query, asked, owner, found }, { assets }) {
    const special = { ...distanceTests(query), originType: () => found.machine.originType === query.originType };
    const { distanceUnit, ...filters } = query;
    const isByDistance = Object.keys(filters).some((name) => name.endsWith('istanceValue'));
    const shown = shownBy('work', isByDistance ? query : filters, (work: MachineWork) => work, special);
    const page = await assets.work(owner.id, svcUserId, machineId, shown, asked);
    return { status: 200, page, body: page.items };
  },
};
