import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The name under which the quick compiler is found on the PATH; a path would not survive gyp if it has spaces. */
const NAME = 'furrow-c++';

/**
 * What almost every source of the binding includes, from the folder `src/` of gdal-async: the headers of Node, V8 and GDAL, whose compilation takes most of the time.
 */
const HEADERS = ['gdal_common.hpp', 'gdal_priv.h', 'ogrsf_frmts.h'];

/**
 * Writes a g++ that compiles the common headers once, with the flags of the first source, and includes the result everywhere. Were the flags of another source different, g++
 * would read the headers as text, and so it does if they cannot be compiled. The binding only passes values between JavaScript and GDAL, so that little is optimised.
 *
 * @param {string} folder that is first on the PATH, empty, and of this compilation only
 * @returns {Record<string, string>} the variables that have it used
 */
export function quickCompiler(folder) {
  writeFileSync(join(folder, 'common.hpp'), HEADERS.map((name) => `#include <${name}>\n`).join(''));
  writeFileSync(join(folder, NAME), SCRIPT, { mode: 0o755 });
  return { CXX: NAME, CXXFLAGS: '-O1' };
}

/** Its headers are compiled by the process that gets the lock; the others wait for it. */
const SCRIPT = `#!/bin/sh
folder=$(dirname "$0")
source=
for word; do case "$word" in *.cpp) source=$word ;; esac; done
[ -n "$source" ] || exec g++ "$@"

compile_headers() {
  left=$#
  while [ $left -gt 0 ]; do
    word=$1
    shift
    left=$((left - 1))
    case "$word" in
      -o | -MF) shift; left=$((left - 1)) ;;
      -c | -MMD | *.cpp) ;;
      *) set -- "$@" "$word" ;;
    esac
  done
  g++ "$@" -I../src -x c++-header "$folder/common.hpp" -o "$folder/draft" && mv "$folder/draft" "$folder/common.hpp.gch"
}

if mkdir "$folder/lock" 2>/dev/null; then
  compile_headers "$@"
  mkdir "$folder/ended"
fi
until [ -d "$folder/ended" ]; do sleep 0.1; done
[ -e "$folder/common.hpp.gch" ] || exec g++ "$@"
exec g++ -include "$folder/common.hpp" "$@"
`;
