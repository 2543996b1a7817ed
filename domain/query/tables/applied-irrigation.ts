import type { CatalogueTable } from '../../../sql/catalogue.ts';
import { typeOf } from '../../../sql/types/sql-type.ts';
import { providersOf } from '../../providers/providers.ts';
import { bool, float, geography, storedColumn, text, texts, time } from './columns.ts';

const known = providersOf('irrigation').map((key) => `\`${key}\``);

/** The irrigation of all machines of the owner's users. */
export function appliedIrrigationTable(ownerId: string): CatalogueTable {
  return {
    name: 'appliedIrrigation',
    stored: ['store', 'applied_irrigation'],
    description:
      'What machines watered: a row for each machine and local date at it, replaced as the date goes on. Changes appear within a minute.',
    only: { owner: ownerId },
    columns: [
      storedColumn('id', text, 'The id of the applied irrigation.'),
      storedColumn('svcUserId', text, 'The id of the service user.'),
      storedColumn('provider', text, `The provider: ${known.join(' or ')}.`),
      storedColumn('equipmentId', text, 'The id of the machine.'),
      storedColumn('equipmentName', text, 'The name of the machine, if it has one.'),
      storedColumn('equipmentType', text, 'Such as `pivot` or `lateral`.'),
      storedColumn('providerEquipmentId', text, 'The id of the machine at the provider.'),
      storedColumn('date', typeOf('DATE'), 'The local date at the machine.'),
      storedColumn('timeZone', text, 'The IANA time zone of the date.'),
      storedColumn('fieldIds', texts, 'The ids of the fields whose active boundary got a part of the water.'),
      storedColumn('depthAvg', float, 'The volume over the watered area.', 'mm'),
      storedColumn('depthMin', float, 'The least depth on watered ground.', 'mm'),
      storedColumn('depthMax', float, 'The largest depth; passes over one place add up.', 'mm'),
      storedColumn('area', float, 'The watered area, each place once.', 'ha'),
      storedColumn('volume', float, 'The water.', 'L'),
      storedColumn('powerOn', float, 'How long the machine ran on that date.', 'hr'),
      storedColumn(
        'isDerived',
        bool,
        'Whether the water follows from passes and their depth, because the panel reports none.',
      ),
      storedColumn('lastIrrigationTime', time, 'When water was last given on that date.'),
      geography('The watered ground, simplified.'),
      storedColumn('createdTime', time, 'When the record was created.'),
      storedColumn('updatedTime', time, 'The time of the last change.'),
    ],
  };
}
