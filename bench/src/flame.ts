/**
 * Draws where the time of holds goes: a flame graph of the CPU profile of a server, of this or another checkout.
 *
 *     npm run bench:flame -- --help
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { atLeast, parsed, runCommand, WrongOption } from './command-line.ts'
import { flameGraph } from './flame/flame-graph.ts'
import { framesOf } from './flame/frames.ts'
import type { LoadJob, LoadResult } from './http/load-job.ts'
import { startAskable } from './http/processes.ts'
import { startSide } from './pairs/turns.ts'

interface Options {
  readonly checkout: string
  readonly title: string
  readonly out: string
  readonly count: number
  readonly connections: number
  readonly warmUp: number
  readonly folder: string | undefined
}

const USAGE = `npm run bench:flame -- --out <file.svg> [options]

  --out <file.svg>             The image to write.
  --checkout <folder>          The checkout whose server is drawn. Default: this one.
  --title <text>               Its title. Default: "CPU of a hold".
  --count <number>             Holds that are sampled. Default: 6000.
  --connections <number>       Concurrent callers. Default: 16.
  --warm-up <number>           Holds before. Default: 12000.
  --folder <folder>            Where the server keeps its data. Default: the system's folder for temporary files.
`

const THIS_CHECKOUT = fileURLToPath(new URL('../../', import.meta.url)).replace(/\/$/, '')
const GENERATOR = new URL('./http/load-generator.ts', import.meta.url).href

const parse = (args: readonly string[]) =>
  parseArgs({
    args: [...args],
    options: {
      out: { type: 'string' },
      checkout: { type: 'string', default: THIS_CHECKOUT },
      title: { type: 'string', default: 'CPU of a hold' },
      count: { type: 'string', default: '6000' },
      connections: { type: 'string', default: '16' },
      'warm-up': { type: 'string', default: '12000' },
      folder: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  }).values

function readOptions(args: readonly string[]): Options | undefined {
  const values = parsed(() => parse(args))
  if (values.help) return undefined
  if (values.out === undefined) throw new WrongOption('Name the image with --out.')
  return {
    checkout: resolve(values.checkout),
    title: values.title,
    out: values.out,
    count: atLeast(1, 'count', values.count),
    connections: atLeast(1, 'connections', values.connections),
    warmUp: atLeast(1, 'warm-up', values['warm-up']),
    folder: values.folder,
  }
}

async function run(options: Options, stack: AsyncDisposableStack): Promise<void> {
  const { checkout, title, out, count, connections, warmUp } = options
  const folder = await mkdtemp(join(options.folder ?? tmpdir(), 'holdfast-flame-'))
  stack.defer(() => rm(folder, { recursive: true, force: true }))
  const generator = stack.use(startAskable<LoadJob, LoadResult>(GENERATOR))
  const side = await startSide({ name: 'server', checkout, folder, generator }, stack)
  await side.run('hold', connections, warmUp)
  const profile = await side.profile(() => side.run('hold', connections, count))
  const subtitle = `${count} holds, ${connections} connections, SQLite, after ${warmUp} others; samples of the main thread by the clock, without idle time`
  const image = flameGraph(framesOf(profile), { title, subtitle })
  await writeFile(out, image)
  console.log(`Written: ${out}, ${Math.round(image.length / 1000)} kB`)
}

await runCommand({ usage: USAGE, readOptions, run })
