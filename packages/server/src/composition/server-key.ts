import { randomBytes } from 'node:crypto'
import { parseArgs } from 'node:util'
import { systemClock } from '../adapters/system/clock.ts'
import { createIdSource } from '../adapters/system/ids.ts'
import { SERVER_KEY_BYTES } from '../adapters/system/secrets.ts'
import {
  readServerKeys,
  replaceServerKeys,
  type ServerKeys,
  serverKeyFile,
  serverKeyLines,
} from '../adapters/system/server-key.ts'
import { acceptServerKey } from '../ops/server-key/known-server-key.ts'
import { type CommandOutput, readArguments } from './command.ts'
import { type Config, ConfigError, readConfig } from './config.ts'
import { withExistingStore } from './existing-store.ts'
import { fingerprintsOf } from './known-server-key.ts'
import { describeFailure } from './startup-failure.ts'

const OVERLAP_DAYS = 30
const MOST_OVERLAP_DAYS = 3650
const DAY_SECONDS = 24 * 60 * 60

/** The text for `--help`. */
export const SERVER_KEY_USAGE = `Usage: npm run server-key -- rotate [--overlap-days <days>]
       npm run server-key -- accept

rotate
  Replaces the server key, which the links to manage bookings and stays are derived from. Links from
  emails already sent work for ${OVERLAP_DAYS} more days, or for --overlap-days (0 to ${MOST_OVERLAP_DAYS}): 0 ends them at once.
  Later emails have new links. Restart all servers afterwards.

  With HOLDFAST_SERVER_KEY, the command changes nothing and prints the new value of the setting.

accept
  Makes this server's key the key of the store, after the earlier one was lost. A server refuses to start with a key
  that the store does not know.
`

/**
 * Rotates the server key, or makes it the key of the store. Resolves with the exit code: 0 done, 2 failed. Never rejects.
 * `nowEpochSeconds` is the start of the overlap.
 */
export async function runServerKey(
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
  output: CommandOutput,
  nowEpochSeconds = Math.floor(Date.now() / 1000),
): Promise<number> {
  try {
    const command = readCommand(args)
    const config = readConfig(env)
    const keys = config.serverKey ?? (await readServerKeys(config.dataDir))
    if (keys === undefined) {
      throw new ConfigError(
        `No server key at ${serverKeyFile(config.dataDir)}. Set HOLDFAST_DATA_DIR to the data folder of the server.`,
      )
    }
    if (command.name === 'accept') return await accept(config, keys, output)
    await rotate(config, keys, output, nowEpochSeconds + command.overlapDays * DAY_SECONDS)
    return 0
  } catch (error) {
    output.notice(describeFailure(error))
    return 2
  }
}

const accept = (config: Config, keys: ServerKeys, output: CommandOutput): Promise<number> =>
  withExistingStore(config, output.notice, async ({ store }) => {
    await acceptServerKey(
      { store, clock: systemClock, ids: createIdSource() },
      fingerprintsOf(keys),
    )
    output.report('The store now knows the key of this server. Start all servers with this key.\n')
    return 0
  })

async function rotate(
  { serverKey, dataDir }: Config,
  before: ServerKeys,
  output: CommandOutput,
  validUntilEpochSeconds: number,
): Promise<void> {
  const after: ServerKeys = {
    current: randomBytes(SERVER_KEY_BYTES),
    // All of them stay: a key that is not listed could not be recognized as an old one. None works longer than the
    // command says of links already sent.
    previous: [
      { bytes: before.current, validUntilEpochSeconds },
      ...before.previous.map((old) => ({
        ...old,
        validUntilEpochSeconds: Math.min(old.validUntilEpochSeconds, validUntilEpochSeconds),
      })),
    ],
  }
  const until = new Date(validUntilEpochSeconds * 1000).toISOString()
  if (serverKey === undefined) {
    await replaceServerKeys(dataDir, after)
    output.report(`The server key is replaced. Links with the old one work until ${until}.\n`)
  } else {
    output.report(`HOLDFAST_SERVER_KEY="${serverKeyLines(after).join(',')}"\n`)
    output.notice(`Set this value on all servers. Links with the old key work until ${until}.`)
  }
  output.notice('Restart all servers now, and make a new backup.')
}

type KeyCommand =
  | { readonly name: 'accept' }
  | { readonly name: 'rotate'; readonly overlapDays: number }

function readCommand(args: readonly string[]): KeyCommand {
  const { values, positionals } = parse(args)
  const given = values['overlap-days']
  const [name] = positionals
  if (positionals.length === 1 && name === 'accept' && given === undefined) return { name }
  if (positionals.length !== 1 || name !== 'rotate') throw new ConfigError(SERVER_KEY_USAGE)
  return { name, overlapDays: overlapDaysOf(given) }
}

function overlapDaysOf(given: string | undefined): number {
  if (given === undefined) return OVERLAP_DAYS
  const days = Number(given)
  if (given !== '' && Number.isInteger(days) && days >= 0 && days <= MOST_OVERLAP_DAYS) return days
  throw new ConfigError(
    `--overlap-days is "${given}". Use a whole number from 0 to ${MOST_OVERLAP_DAYS}.`,
  )
}

function parse(args: readonly string[]) {
  return readArguments(SERVER_KEY_USAGE, () =>
    parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { 'overlap-days': { type: 'string' } },
    }),
  )
}
