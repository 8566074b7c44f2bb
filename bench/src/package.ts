import { execFileSync } from 'node:child_process'
import { globSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { packAll } from '@holdfast/package'
import { confirmBookings } from './package/bookings.ts'
import { median } from './package/median.ts'
import { startServer } from './package/started.ts'

/**
 * `npm run bench:package [-- --packed <folder>]`: the package beside the clone: size, time to start, memory and disk of
 * bookings. `--packed` has what `npm run package -- --to` wrote; the default is a new build.
 */

const { values } = parseArgs({
  options: { packed: { type: 'string' } },
})

const ROOT = process.cwd()
const STARTS = 5
const BOOKINGS = 1_000
const folder = mkdtempSync(join(tmpdir(), 'holdfast-bench-package-'))

const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`
const seconds = (milliseconds: number): string => `${(milliseconds / 1000).toFixed(2)} s`
const bytesOf = (path: string): number =>
  Number(execFileSync('du', ['-sb', path], { encoding: 'utf8' }).split('\t')[0])

async function measureProgram(name: string, program: readonly string[]): Promise<void> {
  const cwd = join(folder, name)
  mkdirSync(cwd)
  const command = [process.execPath, ...program] as const
  const starts: number[] = []
  for (let round = 0; round < STARTS; round += 1) {
    const from = performance.now()
    const server = await startServer(command, { cwd })
    starts.push(performance.now() - from)
    await server.end()
  }
  const server = await startServer(command, { cwd })
  const idleBytes = server.memoryBytes()
  const before = bytesOf(join(cwd, 'data'))
  await confirmBookings(server.url, BOOKINGS)
  const busyBytes = server.memoryBytes()
  await server.end()
  const perThousand = ((bytesOf(join(cwd, 'data')) - before) / BOOKINGS) * 1000
  console.log(
    `${name}: start ${seconds(median(starts))} (median of ${STARTS}), memory ${megabytes(idleBytes)} after the start and ` +
      `${megabytes(busyBytes)} after ${BOOKINGS} bookings, disk ${megabytes(perThousand)} per 1,000 bookings with their emails`,
  )
}

try {
  const packed = resolve(values.packed ?? join(folder, 'packed'))
  if (values.packed === undefined) await packAll(packed)
  const [tarball] = globSync('holdfast-[0-9]*.tgz', { cwd: packed })
  if (tarball === undefined) throw new Error(`There is no tarball in ${packed}.`)
  const file = join(packed, tarball)
  console.log(
    `size: the tarball ${megabytes(bytesOf(file))}, installed ${megabytes(bytesOf(join(packed, 'holdfast')))}; ` +
      `node_modules of this clone ${megabytes(bytesOf(join(ROOT, 'node_modules')))}`,
  )
  await measureProgram('package', [join(packed, 'holdfast/bin/holdfast.js'), 'start'])
  await measureProgram('clone', [join(ROOT, 'packages/server/src/entrypoints/node.ts')])
} finally {
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
}
