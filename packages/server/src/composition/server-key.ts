import { randomBytes } from 'node:crypto'
import { parseArgs } from 'node:util'
import { SERVER_KEY_BYTES } from '../adapters/system/secrets.ts'
import {
  readServerKeys,
  replaceServerKeys,
  type ServerKeys,
  serverKeyFile,
  serverKeyLines,
} from '../adapters/system/server-key.ts'
import { type CommandOutput, readArguments } from './command.ts'
import { ConfigError, readConfig } from './config.ts'
import { describeFailure } from './startup-failure.ts'

const OVERLAP_DAYS = 30
const MOST_OVERLAP_DAYS = 3650
const DAY_SECONDS = 24 * 60 * 60

/** The text for `--help`. */
export const SERVER_KEY_USAGE = `Usage: npm run server-key -- rotate [--overlap-days <days>]

  Replaces the server key, which the links to manage bookings and stays are derived from. Links from
  emails already sent work for ${OVERLAP_DAYS} more days, or for --overlap-days (0 to ${MOST_OVERLAP_DAYS}): 0 ends them at once.
  Later emails have new links. Restart all servers afterwards.

  With HOLDFAST_SERVER_KEY, the command changes nothing and prints the new value of the setting.
`

/**
 * Rotates the server key. Resolves with the exit code: 0 done, 2 failed. Never rejects. `nowEpochSeconds` is
 * the start of the overlap.
 */
export async function runServerKey(
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
  output: CommandOutput,
  nowEpochSeconds = Math.floor(Date.now() / 1000),
): Promise<number> {
  try {
    const overlapDays = readOverlapDays(args)
    const { serverKey, dataDir } = readConfig(env)
    const before = serverKey ?? (await readServerKeys(dataDir))
    if (before === undefined) {
      throw new ConfigError(
        `No server key at ${serverKeyFile(dataDir)}. Set HOLDFAST_DATA_DIR to the data folder of the server.`,
      )
    }
    const validUntilEpochSeconds = nowEpochSeconds + overlapDays * DAY_SECONDS
    const after: ServerKeys = {
      current: randomBytes(SERVER_KEY_BYTES),
      // All of them stay: a key that is not listed could not be recognized as an old one.
      previous: [{ bytes: before.current, validUntilEpochSeconds }, ...before.previous],
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
    return 0
  } catch (error) {
    output.notice(describeFailure(error))
    return 2
  }
}

function readOverlapDays(args: readonly string[]): number {
  const { values, positionals } = parse(args)
  if (positionals.length !== 1 || positionals[0] !== 'rotate') {
    throw new ConfigError(SERVER_KEY_USAGE)
  }
  const given = values['overlap-days']
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
