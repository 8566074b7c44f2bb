import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { packAll } from './build.ts'

/**
 * `npm run package [-- --version <version>] [--to <folder>]`: builds the packages `holdfast` and `@holdfast/runtime`
 * and packs each into a tarball. Publishes nothing.
 */

const DIST = fileURLToPath(new URL('../dist', import.meta.url))
const { values } = parseArgs({
  options: { version: { type: 'string' }, to: { type: 'string', default: DIST } },
})

const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`

const tarballs = await packAll(resolve(values.to), {
  ...(values.version && { version: values.version }),
  log: (line) => console.log(line),
})
for (const { file, bytes, installedBytes } of tarballs) {
  console.log(`${file}: ${megabytes(bytes)}, installed ${megabytes(installedBytes)}`)
}
