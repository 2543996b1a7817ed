import type { DemoOwner } from '../../local/demo/demo-owner.ts';
import { shellWord } from './shell-word.ts';

/** The text printed after a start, with commands to try. */
export function welcome(baseUrl: string, demo: DemoOwner): string {
  return `
  base_url     ${baseUrl}
  base_url_v2  ${baseUrl}/v2
  auth_url     ${baseUrl}/auth
  docs         ${baseUrl}/docs

  demo owner   ${demo.username}
  password     ${demo.password}
  client_id    ${demo.clientId}

Sign in, upload field boundaries, list the fields found in them, show the weather there, register one of them for
satellite images, and save a picture of how green it is:

${firstCommands(baseUrl, demo).join('\n\n')}
`;
}

/** Commands for a POSIX shell with curl; they are to be pasted in order, in any folder if the paths are absolute. */
export function firstCommands(
  baseUrl: string,
  demo: Pick<DemoOwner, 'svcUserId' | 'sampleFile' | 'signInFile'>,
): string[] {
  return [
    `TOKEN=$(curl -s ${baseUrl}/api/authenticate -H 'Content-Type: application/json' \\
  -d ${shellWord(`@${demo.signInFile}`)} | sed 's/.*"id_token":"\\([^"]*\\)".*/\\1/')`,
    `curl -s -H "Authorization: Bearer $TOKEN" -F ${shellWord(`file=@${demo.sampleFile}`)} \\
  '${baseUrl}/services/uploadservice/api/upload?svcUserId=${demo.svcUserId}'`,
    // Converting the upload takes a second or two the first time, and longer on a busy machine.
    `for TRY in $(seq 30); do sleep 1; FIELDS=$(curl -s -H "Authorization: Bearer $TOKEN" \\
  '${baseUrl}/services/fields/api/fields?svcUserId=${demo.svcUserId}'); [ "$FIELDS" != '[]' ] && break; done; echo "$FIELDS"`,
    `curl -s -H "Authorization: Bearer $TOKEN" \\
  '${baseUrl}/services/weather/api/weather/forecast/daily/42.03,-93.62'`,
    // Its name is unique, so that the commands may be run again.
    `GROUND=home-quarter-$(date +%s)
curl -s -H "Authorization: Bearer $TOKEN" -H 'Content-Type: application/json' \\
  '${baseUrl}/services/satellite/api/fields' -d '{"externalId": "'$GROUND'", "geometry": {"type": "MultiPolygon", "coordinates":
    [[[[-93.6036, 42.0005], [-93.6037, 42.0076], [-93.5942, 42.0076], [-93.5942, 42.0005], [-93.6036, 42.0005]]]]}}'`,
    // Scenes of a month are searched for and processed in the background.
    `for TRY in $(seq 60); do IMAGE=$(curl -s -H "Authorization: Bearer $TOKEN" \\
  "${baseUrl}/services/satellite/api/fields/$GROUND/processes?minCoverage=100&size=1" |
  grep -o 'http[^"]*NDVI_PNG') && break; sleep 1; done
if [ "$IMAGE" ]; then curl -s -L -H "Authorization: Bearer $TOKEN" "$IMAGE" -o ndvi.png && echo 'Saved ndvi.png.'
else echo 'No image of the whole field within a minute. Scenes that failed, with the reason:'; curl -s -H "Authorization: Bearer $TOKEN" \\
  "${baseUrl}/services/satellite/api/fields/$GROUND/processes?status=FAILED"; fi`,
  ];
}
