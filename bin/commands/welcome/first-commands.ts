import type { DemoOwner } from '../../../local/demo/demo-owner.ts';
import { sampleGround } from '../../../local/demo/sample-farm/steps.ts';
import { shellWord } from '../shell-word.ts';

type Demo = Pick<DemoOwner, 'svcUserId' | 'sampleFile' | 'signInFile'>;

const bearer = `-H "Authorization: Bearer $TOKEN"`;

/**
 * Commands for a POSIX shell with curl; they are to be pasted in order, in any folder if the paths are absolute, and may be run again.
 *
 * @param hasFarm whether the sample farm is there or on its way; without it, they upload and register something themselves.
 */
export function firstCommands(baseUrl: string, demo: Demo, { hasFarm }: { hasFarm: boolean }): string[] {
  const signIn = `TOKEN=$(curl -s ${baseUrl}/api/authenticate -H 'Content-Type: application/json' \\
  -d ${shellWord(`@${demo.signInFile}`)} | sed 's/.*"id_token":"\\([^"]*\\)".*/\\1/')`;
  return [signIn, ...(hasFarm ? withFarm(baseUrl, demo) : withoutFarm(baseUrl, demo))];
}

function withFarm(baseUrl: string, { svcUserId }: Demo): string[] {
  const operations = `${baseUrl}/services/operations/api`;
  return [
    listFields(baseUrl, svcUserId, 600),
    forecastAt(baseUrl, '41.67,-93.15'),
    pictureOf(baseUrl, sampleGround, 300),
    // A first start converts the harvest in the background, and its map is drawn at the first request.
    `for TRY in $(seq 300); do FILE=$(curl -s ${bearer} \\
  '${operations}/files?svcUserId=${svcUserId}&operationType=harvested&status=processed&size=1' |
  sed -n 's/^\\[{"id":"\\([^"]*\\)".*/\\1/p'); [ "$FILE" ] && break; sleep 1; done
for TRY in $(seq 60); do STATUS=$(curl -s -L -o yield.png -w '%{http_code}' ${bearer} \\
  "${operations}/files/$FILE/images/dryMassPerArea.map.png"); [ "$STATUS" = 202 ] || break; sleep 1; done
if [ "$STATUS" = 200 ]; then echo 'Saved yield.png.'; else cat yield.png; fi`,
    `curl -s ${bearer} -H 'Content-Type: text/plain' \\
  '${baseUrl}/services/pointlake/api/v2/query' --data-binary \\
  'SELECT crop, COUNT(*) AS points, ROUND(SUM(area) / 1e4, 2) AS hectares, ROUND(AVG(harvestMoisture), 1) AS moisture
   FROM points WHERE operationType = "harvested" GROUP BY crop'`,
  ];
}

function withoutFarm(baseUrl: string, { svcUserId, sampleFile }: Demo): string[] {
  return [
    `curl -s ${bearer} -F ${shellWord(`file=@${sampleFile}`)} \\
  '${baseUrl}/services/uploadservice/api/upload?svcUserId=${svcUserId}'`,
    // Converting the upload takes a second or two the first time, and longer on a busy machine.
    listFields(baseUrl, svcUserId, 30),
    forecastAt(baseUrl, '42.03,-93.62'),
    // Its name is unique, so that the commands may be run again.
    `GROUND=home-quarter-$(date +%s)
curl -s ${bearer} -H 'Content-Type: application/json' \\
  '${baseUrl}/services/satellite/api/fields' -d '{"externalId": "'$GROUND'", "geometry": {"type": "MultiPolygon", "coordinates":
    [[[[-93.6036, 42.0005], [-93.6037, 42.0076], [-93.5942, 42.0076], [-93.5942, 42.0005], [-93.6036, 42.0005]]]]}}'`,
    pictureOf(baseUrl, '$GROUND', 60),
  ];
}

const listFields = (baseUrl: string, svcUserId: string, seconds: number) =>
  `for TRY in $(seq ${seconds}); do sleep 1; FIELDS=$(curl -s ${bearer} \\
  '${baseUrl}/services/fields/api/fields?svcUserId=${svcUserId}'); [ "$FIELDS" != '[]' ] && break; done; echo "$FIELDS"`;

const forecastAt = (baseUrl: string, position: string) =>
  `curl -s ${bearer} \\
  '${baseUrl}/services/weather/api/weather/forecast/daily/${position}'`;

/** Scenes are searched for and processed in the background. */
const pictureOf = (baseUrl: string, ground: string, seconds: number) =>
  `for TRY in $(seq ${seconds}); do IMAGE=$(curl -s ${bearer} \\
  "${baseUrl}/services/satellite/api/fields/${ground}/processes?minCoverage=100&size=1" |
  grep -o 'http[^"]*NDVI_PNG') && break; sleep 1; done
if [ "$IMAGE" ]; then curl -s -L ${bearer} "$IMAGE" -o ndvi.png && echo 'Saved ndvi.png.'
else echo 'There is no image of the whole field yet. Scenes that failed, with the reason:'; curl -s ${bearer} \\
  "${baseUrl}/services/satellite/api/fields/${ground}/processes?status=FAILED"; fi`;
