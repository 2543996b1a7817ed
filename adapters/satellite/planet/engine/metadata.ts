import { decodeText } from '../../../../domain/boundary-files/text-encoding.ts';
import { SceneProblem } from '../../../../domain/satellite/scene-problem.ts';
import { ConversionError } from '../../../boundary-files/conversion.ts';
import { guardXml } from '../../../xml.ts';

const name = 'ortho_analytic_8b_xml';
/** Planet's have some 10 kB. */
const mostBytes = 5_000_000;
const deepest = 50;

/** The metadata as they were delivered. @throws SceneProblem for what is no XML, or XML with a document type or entities. */
export function checkedMetadata(content: Uint8Array): Uint8Array {
  if (content.length > mostBytes) throw new SceneProblem(`${name} has ${content.length} bytes.`);
  const { text } = decodeText(Buffer.from(content));
  if (!text.trimStart().startsWith('<')) throw new SceneProblem(`${name} is not XML.`);
  try {
    guardXml(text, deepest, { file: name });
  } catch (error) {
    if (!(error instanceof ConversionError)) throw error;
    throw new SceneProblem(`${name} cannot be read: ${error.message}`, { cause: error });
  }
  return content;
}
