import { parseArgs } from 'node:util'

/** What a run measures, and for how long. */
export interface Options {
  readonly engines: readonly ('sqlite' | 'dynamodb')[]
  /** A part of the ids of the scenarios that are measured. */
  readonly only: string
  readonly connections: readonly number[]
  readonly seconds: number
  readonly rounds: number
  readonly withPostgres: boolean
  readonly profiles: boolean
  readonly logLevel: string
  readonly relay: 'on' | 'off'
}

export const USAGE = `npm run bench:http -- [options]

  --engine <sqlite|dynamodb>   only this engine
  --only <text>                only scenarios with this in their id: slots, sqlite-hold,
                               sqlite-hold-confirm, dynamodb-hold, dynamodb-hold-confirm
  --connections <1,16,64>      callers at a time, separated by commas
  --seconds <1>                of each stretch of load
  --rounds <3>                 stretches of each contender at each number of connections
  --log-level <info>           of the Holdfast servers; their output goes to a file
  --relay <off>                on: the servers also publish the events that they store, which takes
                               part of the engine from the requests; no contender does as much
  --no-postgres                without the comparison with Fastify and PostgreSQL
  --no-profiles                without sampling where the server's CPU goes
`

/** A wrong option, with what would be right. */
export class WrongOption extends Error {
  override readonly name = 'WrongOption'
}

function positive(name: string, text: string): number {
  const value = Number(text)
  if (!(value > 0)) throw new WrongOption(`--${name} is "${text}"; it must be a number above 0`)
  return value
}

/** Reads the command line; undefined: the usage is asked for. Throws `WrongOption`. */
export function readOptions(args: readonly string[]): Options | undefined {
  let values: ReturnType<typeof parse>
  try {
    values = parse(args)
  } catch (error) {
    throw new WrongOption(error instanceof Error ? error.message : String(error), { cause: error })
  }
  if (values.help) return undefined
  const { engine } = values
  if (engine !== undefined && engine !== 'sqlite' && engine !== 'dynamodb') {
    throw new WrongOption(`--engine is "${engine}"; it must be sqlite or dynamodb`)
  }
  const { relay } = values
  if (relay !== 'on' && relay !== 'off') {
    throw new WrongOption(`--relay is "${relay}"; it must be on or off`)
  }
  return {
    engines: engine === undefined ? ['sqlite', 'dynamodb'] : [engine],
    only: values.only,
    connections: values.connections.split(',').map((text) => positive('connections', text)),
    seconds: positive('seconds', values.seconds),
    rounds: Math.ceil(positive('rounds', values.rounds)),
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
      'log-level': { type: 'string', default: 'info' },
      relay: { type: 'string', default: 'off' },
      postgres: { type: 'boolean', default: true },
      profiles: { type: 'boolean', default: true },
      help: { type: 'boolean', default: false },
    },
  }).values
