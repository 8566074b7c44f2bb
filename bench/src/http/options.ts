import { parseArgs } from 'node:util'
import { engineOf, parsed, WrongOption } from '../command-line.ts'

/** The measured engines. */
export const BENCH_ENGINES = ['sqlite', 'dynamodb', 'postgres'] as const
/** One of them. */
export type BenchEngine = (typeof BENCH_ENGINES)[number]

/** The options of a run. */
export interface Options {
  readonly engines: readonly BenchEngine[]
  /** Runs only scenarios whose id contains this text. */
  readonly only: string
  readonly connections: readonly number[]
  readonly seconds: number
  readonly rounds: number
  readonly warmUpSeconds: number
  readonly withPostgres: boolean
  readonly profiles: boolean
  readonly logLevel: string
  readonly relay: 'on' | 'off'
}

export const USAGE = `npm run bench:http -- [options]

  --engine <name>              Measure only this engine: sqlite, dynamodb or postgres. Default: all.
  --only <text>                Measure only scenarios whose id contains this text: slots, team-slots,
                               sqlite-hold, sqlite-hold-confirm, dynamodb-hold, dynamodb-hold-confirm,
                               postgres-hold.
  --connections <list>         Numbers of concurrent callers. Default: 1,16,64.
  --seconds <number>           Duration of each stretch of load. Default: 1.
  --rounds <number>            Stretches per contender and number of connections. Default: 3.
  --warm-up <number>           Seconds of load before the first stretch of each contender. Default: 1.
  --log-level <level>          Log level of the Holdfast servers, which log to a file. Default: info.
  --relay <on|off>             on: the servers also publish their events, which slows down requests.
                               No other contender does this. Default: off.
  --no-postgres                Skip the comparison with Fastify and PostgreSQL.
  --no-profiles                Skip the CPU profiles of the server.
`

function positive(name: string, text: string): number {
  const value = Number(text)
  if (!(value > 0)) throw new WrongOption(`Invalid --${name}: "${text}". Use a number above 0.`)
  return value
}

/** Parses the command line. Returns undefined for --help. Throws `WrongOption`. */
export function readOptions(args: readonly string[]): Options | undefined {
  const values = parsed(() => parse(args))
  if (values.help) return undefined
  const { relay } = values
  if (relay !== 'on' && relay !== 'off') {
    throw new WrongOption(`Invalid --relay: "${relay}". Use on or off.`)
  }
  return {
    engines: values.engine === undefined ? BENCH_ENGINES : [engineOf(BENCH_ENGINES, values.engine)],
    only: values.only,
    connections: values.connections.split(',').map((text) => positive('connections', text)),
    seconds: positive('seconds', values.seconds),
    rounds: Math.ceil(positive('rounds', values.rounds)),
    warmUpSeconds: positive('warm-up', values['warm-up']),
    withPostgres: values.postgres,
    profiles: values.profiles,
    logLevel: values['log-level'],
    relay,
  }
}

const parse = (args: readonly string[]) =>
  parseArgs({
    args: [...args],
    allowNegative: true,
    options: {
      engine: { type: 'string' },
      only: { type: 'string', default: '' },
      connections: { type: 'string', default: '1,16,64' },
      seconds: { type: 'string', default: '1' },
      rounds: { type: 'string', default: '3' },
      'warm-up': { type: 'string', default: '1' },
      'log-level': { type: 'string', default: 'info' },
      relay: { type: 'string', default: 'off' },
      postgres: { type: 'boolean', default: true },
      profiles: { type: 'boolean', default: true },
      help: { type: 'boolean', default: false },
    },
  }).values
