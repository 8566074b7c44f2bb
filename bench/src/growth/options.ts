import { parseArgs } from 'node:util'
import { atLeast, engineOf, parsed } from '../command-line.ts'

const ENGINES = ['sqlite', 'postgres'] as const
/** A measured engine. */
export type GrowthEngine = (typeof ENGINES)[number]

/** The options of a run. */
export interface Options {
  readonly engine: GrowthEngine
  /** Numbers of bookings. */
  readonly sizes: readonly number[]
  /** Numbers of providers. */
  readonly providers: readonly number[]
  readonly rounds: number
  /** Requests of an operation in a round. */
  readonly requests: number
  readonly seed: number
  /** Runs only operations whose name contains this text. */
  readonly only: string
  /** Keeps the filled stores here, and uses those of today that are here already. */
  readonly folder?: string
  /** The folder for the page and the figures. */
  readonly results?: string
  /** The file for the plots as one SVG. */
  readonly picture?: string
}

/** Fewer would not fill two pages of every list. */
const LEAST_BOOKINGS = 1_000
const DEFAULT_SIZES = '1000,10000,100000,1000000'
const QUICK = { sizes: '1000,2000', providers: '1,20', rounds: '1', requests: '5' }

export const USAGE = `npm run bench:growth -- [options]

  --engine <name>      sqlite or postgres. Default: sqlite.
  --sizes <list>       Numbers of bookings in the store. Default: ${DEFAULT_SIZES}.
                       A million takes about 6 GB on disk with 10,000 providers, 2 GB with one.
  --providers <list>   Numbers of providers. Default: 1,10000. One provider can have 3,000,000 bookings.
  --rounds <number>    Rounds through all stores. Default: 8. 0 only fills the stores.
  --requests <number>  Requests of each kind to each store in a round. Default: 60.
  --seed <number>      The seed of the content. Default: 1.
  --only <text>        Measure only operations whose name contains this text. Hold, confirm and cancel
                       always run.
  --folder <path>      Keep the stores there, and use those that were filled there today. Only SQLite.
  --results <folder>   Where to write growth.html and growth.json. Default: bench/results.
  --picture <file>     Write the plots as one SVG, too.
  --quick              Two tiny stores and one round, to see that everything works.
`

const wholeAtLeast = (least: number, name: string, text: string): number =>
  Math.round(atLeast(least, name, text))

/** Parses the command line. Returns undefined for --help. Throws `WrongOption`. */
export function readOptions(args: readonly string[]): Options | undefined {
  const values = parsed(() => parse(args))
  if (values.help) return undefined
  const usual = values.quick ? QUICK : {}
  const {
    sizes = DEFAULT_SIZES,
    providers = '1,10000',
    rounds = '8',
    requests = '60',
  } = { ...usual, ...values }
  return {
    engine: engineOf(ENGINES, values.engine),
    sizes: numbers('sizes', LEAST_BOOKINGS, sizes),
    providers: numbers('providers', 1, providers),
    rounds: wholeAtLeast(0, 'rounds', rounds),
    requests: wholeAtLeast(1, 'requests', requests),
    seed: wholeAtLeast(0, 'seed', values.seed),
    only: values.only,
    ...(values.folder !== undefined && { folder: values.folder }),
    ...(values.results !== undefined && { results: values.results }),
    ...(values.picture !== undefined && { picture: values.picture }),
  }
}

const numbers = (name: string, least: number, list: string): readonly number[] =>
  list
    .split(',')
    .map((text) => wholeAtLeast(least, name, text))
    .sort((a, b) => a - b)

const parse = (args: readonly string[]) =>
  parseArgs({
    args: [...args],
    options: {
      engine: { type: 'string', default: 'sqlite' },
      sizes: { type: 'string' },
      providers: { type: 'string' },
      rounds: { type: 'string' },
      requests: { type: 'string' },
      seed: { type: 'string', default: '1' },
      only: { type: 'string', default: '' },
      folder: { type: 'string' },
      results: { type: 'string' },
      picture: { type: 'string' },
      quick: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  }).values
