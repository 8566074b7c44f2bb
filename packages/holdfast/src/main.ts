import { execFileSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { buildPackage, buildRuntime } from './build.ts'

/**
 * `npm run package [-- --version <version>] [--to <folder>]`: builds the packages `holdfast` and `@holdfast/runtime`
 * and packs each into a tarball. Publishes nothing.
 */

const DIST = fileURLToPath(new URL('../dist', import.meta.url))
const { values } = parseArgs({
  options: { version: { type: 'string' }, to: { type: 'string', default: DIST } },
})
const to = resolve(values.to)
mkdirSync(to, { recursive: true })
const options = { ...(values.version && { version: values.version }) }
const log = (line: string): void => console.log(line)

const pack = (folder: string): void => {
  const packed = execFileSync('npm', ['pack', '--json', '--pack-destination', to], {
    cwd: folder,
    encoding: 'utf8',
  })
  const [{ filename, size, unpackedSize }] = JSON.parse(packed) as [
    { readonly filename: string; readonly size: number; readonly unpackedSize: number },
  ]
  const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`
  log(`${join(to, filename)}: ${megabytes(size)}, installed ${megabytes(unpackedSize)}`)
}

await buildPackage(join(to, 'holdfast'), { ...options, log })
buildRuntime(join(to, 'runtime'), options)
pack(join(to, 'holdfast'))
pack(join(to, 'runtime'))
