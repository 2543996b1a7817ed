import { sampleFieldsZip } from '../sample-fields.ts';
import type { FarmStep } from './farm-step.ts';
import { converting, outlining, sending } from './machine-file-steps.ts';
import { sendOnce } from './send-once.ts';
import { ended } from './until-ended.ts';

/** The path of the page that shows the farm's harvest in its season. */
export const sampleSeason = '/console/fields/sample-01/2016';
/** The `externalId` of the ground whose satellite images are made. */
export const sampleGround = 'sample-farm-01';
/** The days of satellite images before today: half a year, in which crops grow up and ripen. */
const imageDays = 180;
/** The season of the harvest, which was on 19 September 2016. */
const season = { startTime: '2016-04-01', endTime: '2016-10-31' };
/** The summer before the application, which was in November 2017: the catalogues have no scenes of the harvest's season. */
const summer = { startDate: '2017-06-01', endDate: '2017-09-30' };

const fields = '/services/fields/api';
const uploads = '/services/uploadservice/api';
const weather = '/services/weather/api';

/** Uploads first, so that they are converted beside one another; then what is made of them. */
export const farmSteps: FarmStep[] = [
  {
    name: 'fields',
    async run(farm) {
      const zip = { name: 'sample-fields.zip', content: sampleFieldsZip() };
      return { made: await sendOnce(farm, 'fields', `${uploads}/upload`, zip) };
    },
  },
  sending('harvest', 'harvest-of-01'),
  sending('application', 'application-of-tank-mix-rate'),
  {
    name: 'fields are read',
    needs: 'fields',
    async run(farm) {
      const path = `${uploads}/upload/${farm.made('fields')}`;
      const { status, statusDetails } = await ended(farm, path);
      if (statusDetails) throw new Error(statusDetails);
      if (status === 'PROCESSED') return { made: 'read', says: 'six fields are there' };
      const [entry] = await farm.client.get<{ problems: { message: string }[] }[]>(`${path}/entries`);
      return { says: `the six fields were not read: ${entry?.problems[0]?.message ?? 'their file failed'}` };
    },
  },
  converting('harvest', '01'),
  converting('application', 'tank-mix-rate'),
  outlining('harvest', { id: 'sample-01', name: '01' }),
  outlining('application', { id: 'sample-tank-mix-rate', name: 'Tank Mix Rate' }),
  {
    name: 'satellite images',
    needs: 'field of the harvest',
    async run({ client, svcUserId, key }) {
      const { geometry } = await client.get<{ geometry: object }>(`${fields}/users/${svcUserId}/fields/sample-01`);
      const body = { externalId: sampleGround, geometry, daysBefore: imageDays };
      await client.post('/services/satellite/api/fields', body, `${key}-ground`);
      return { says: `satellite images of ${imageDays} days follow in the background` };
    },
  },
  {
    name: 'weather',
    needs: 'field of the harvest',
    async run({ client, svcUserId }) {
      const range = new URLSearchParams(season);
      await client.get(`${weather}/users/${svcUserId}/weather/agronomy/field/sample-01/daily?${range}&crop=soybean`);
      return { says: 'the weather of the season of 2016 is there' };
    },
  },
  {
    name: 'satellite images of a past season',
    needs: 'field of the application',
    async run({ client, svcUserId, key, made }) {
      const id = made('field of the application');
      const { geometry } = await client.get<{ geometry: object }>(`${fields}/users/${svcUserId}/fields/${id}`);
      const body = { externalId: `${id}-2017`, geometry, ...summer };
      await client.post('/services/satellite/api/fields', body, `${key}-ground-${id}`);
      return { says: 'satellite images of the summer of 2017 follow on the field of the application' };
    },
  },
];
