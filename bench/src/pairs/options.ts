import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { atLeast, eachAtLeast, parsed, WrongOption } from '../command-line.ts'

/** What the servers are asked in each turn. */
export const PAIR_UNITS = ['hold', 'keyed', 'confirm', 'slots'] as const
/** One of them. */
export type PairUnit = (typeof PAIR_UNITS)[number]

/** The options of a run. */
export interface PairOptions {
  /** The folders of the compared checkouts. The first is the one that the others are compared with. */
  readonly checkouts: readonly string[]
  readonly units: readonly PairUnit[]
  readonly connections: readonly number[]
  readonly rounds: number
  /** Units in a turn. */
  readonly count: number
  /** Units that each server answers before the first turn that counts. */
  readonly warmUp: number
  /** The folder for the data of the servers. */
  readonly folder: string | undefined
}

export const USAGE = `npm run bench:pairs -- <checkout> [<checkout>…] [options]

Compares the CPU time of requests to servers of several checkouts, on SQLite, which take turns of a few hundred
requests. This checkout is always among them, as the last.

  --units <list>               hold, keyed (a hold with an Idempotency-Key), confirm (a hold and its
                               confirmation), slots. Default: hold.
  --connections <list>         Numbers of concurrent callers. Default: 1,16,64.
  --rounds <number>            Turns of each server. Default: 40.
  --count <number>             Units in a turn. Default: 160.
  --warm-up <number>           Units that each server answers before. Default: 3000.
  --folder <folder>            Where the servers keep their data. Default: the system's folder for temporary
                               files. /dev/shm measures without the disk.
`

function unitsIn(text: string): readonly PairUnit[] {
  return text.split(',').map((each) => {
    const unit = PAIR_UNITS.find((known) => known === each)
    if (unit === undefined) {
      throw new WrongOption(`Unknown --units: "${each}". Use ${PAIR_UNITS.join(', ')}.`)
    }
    return unit
  })
}

/** Parses the command line. Returns undefined for --help. Throws `WrongOption`. */
export function readOptions(args: readonly string[]): PairOptions | undefined {
  const { values, positionals } = parsed(() => parse(args))
  if (values.help) return undefined
  if (positionals.length === 0) throw new WrongOption('Name a checkout to compare with.')
  return {
    checkouts: positionals.map((each) => resolve(each)),
    units: unitsIn(values.units),
    connections: eachAtLeast(1, 'connections', values.connections),
    rounds: atLeast(1, 'rounds', values.rounds),
    count: atLeast(1, 'count', values.count),
    warmUp: atLeast(0, 'warm-up', values['warm-up']),
    folder: values.folder,
  }
}

const parse = (args: readonly string[]) =>
  parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      units: { type: 'string', default: 'hold' },
      connections: { type: 'string', default: '1,16,64' },
      rounds: { type: 'string', default: '40' },
      count: { type: 'string', default: '160' },
      'warm-up': { type: 'string', default: '3000' },
      folder: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  })
