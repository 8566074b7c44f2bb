import { parseArgs } from 'node:util'
import { atLeast, engineOf, parsed } from '../command-line.ts'
import { BENCH_ENGINES, type BenchEngine } from '../http/options.ts'

/** The options of a run. */
export interface Options {
  readonly engine: BenchEngine
  readonly bookingsPerSecond: number
  readonly seconds: number
  readonly mails: boolean
  /** Holds per second, idle and beside the work. 0: none. */
  readonly holdsPerSecond: number
  /** Seconds of holds without other work. */
  readonly idleSeconds: number
  /** Tasks to drain, instead of bookings to take. */
  readonly backlogTasks: number
  /** Whether a server of its own does what follows, on the same store. */
  readonly isApart: boolean
  /** The file for a CPU profile of the server. */
  readonly profile?: string
}

export const USAGE = `npm run bench:sustained -- [options]

  --engine <name>      sqlite, dynamodb or postgres. Default: sqlite.
  --rate <number>      Instant bookings per second. Default: 600.
  --seconds <number>   How long bookings are taken. Default: 15.
  --no-mails           The server composes and keeps no emails.
  --holds <number>     Holds per second beside the work. Default: 0. 100 measures p50 and p99.
  --idle <number>      Seconds of these holds before the work begins. Default: 5.
  --backlog <number>   Drain so many tasks, written before the server starts, instead of taking bookings.
  --apart              A second server does what follows; the first one only takes bookings.
  --profile <file>     Write a CPU profile of the server while it works.
`

/** Parses the command line. Returns undefined for --help. Throws `WrongOption`. */
export function readOptions(args: readonly string[]): Options | undefined {
  const values = parsed(() => parse(args))
  if (values.help) return undefined
  return {
    engine: engineOf(BENCH_ENGINES, values.engine),
    bookingsPerSecond: atLeast(1, 'rate', values.rate),
    seconds: atLeast(1, 'seconds', values.seconds),
    mails: values.mails,
    holdsPerSecond: atLeast(0, 'holds', values.holds),
    idleSeconds: atLeast(1, 'idle', values.idle),
    backlogTasks: atLeast(0, 'backlog', values.backlog),
    isApart: values.apart,
    ...(values.profile !== undefined && { profile: values.profile }),
  }
}

const parse = (args: readonly string[]) =>
  parseArgs({
    args: [...args],
    allowNegative: true,
    options: {
      engine: { type: 'string', default: 'sqlite' },
      rate: { type: 'string', default: '600' },
      seconds: { type: 'string', default: '15' },
      mails: { type: 'boolean', default: true },
      holds: { type: 'string', default: '0' },
      idle: { type: 'string', default: '5' },
      backlog: { type: 'string', default: '0' },
      apart: { type: 'boolean', default: false },
      profile: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  }).values
