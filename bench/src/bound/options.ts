import { parseArgs } from 'node:util'
import { atLeast, eachAtLeast, parsed } from '../command-line.ts'

/** The options of a run. */
export interface Options {
  readonly connections: readonly number[]
  readonly rounds: number
  /** Holds in a turn with one connection. With more, turns have more. */
  readonly count: number
  /** Holds that each server answers before its first turn. */
  readonly warmUp: number
  readonly withPostgres: boolean
  /** The folder for the data of all servers. */
  readonly folder: string | undefined
}

export const USAGE = `npm run bench:bound -- [options]

Measures the CPU time of a hold in the smallest servers that could do what a hold needs, in Holdfast, and in two services
on Fastify and PostgreSQL, by turns in one run on this machine. Tells whether any server on Node with these rows could
take 60 % of the CPU time of the services, and what each promise of a hold costs.

  --connections <list>         Numbers of concurrent callers. Default: 1,16,64.
  --rounds <number>            Turns of each server. Default: 10.
  --count <number>             Holds in a turn with one connection; twice as many with 16, four times with 64.
                               Default: 240.
  --warm-up <number>           Holds that each server answers before. Default: 6000.
  --folder <folder>            Where the servers keep their data. Default: the system's folder for temporary
                               files. /dev/shm measures without the disk.
  --no-postgres                Skip the services on Fastify and PostgreSQL.
`

/** Parses the command line. Returns undefined for --help. Throws `WrongOption`. */
export function readOptions(args: readonly string[]): Options | undefined {
  const values = parsed(() => parse(args))
  if (values.help) return undefined
  return {
    connections: eachAtLeast(1, 'connections', values.connections),
    rounds: atLeast(1, 'rounds', values.rounds),
    count: atLeast(1, 'count', values.count),
    warmUp: atLeast(0, 'warm-up', values['warm-up']),
    withPostgres: values.postgres,
    folder: values.folder,
  }
}

const parse = (args: readonly string[]) =>
  parseArgs({
    args: [...args],
    allowNegative: true,
    options: {
      connections: { type: 'string', default: '1,16,64' },
      rounds: { type: 'string', default: '10' },
      count: { type: 'string', default: '240' },
      'warm-up': { type: 'string', default: '6000' },
      postgres: { type: 'boolean', default: true },
      folder: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  }).values
