import { parseArgs } from 'node:util'
import { systemClock } from '../adapters/system/clock.ts'
import { createIdSource } from '../adapters/system/ids.ts'
import { systemCaller } from '../kernel/caller.ts'
import type { Store } from '../kernel/ports/store.ts'
import {
  allDeadLetters,
  type DeadLetter,
  listDeadLetters,
  redriveDeadLetter,
} from '../kernel/queue/dead-letters.ts'
import { CONSUMER_NAMES, type ConsumerName } from '../kernel/queue/task.ts'
import { deadLetterRepresentation } from '../ops/dead-letter-representation.ts'
import { type CommandOutput, commandOf, readArguments } from './command.ts'
import { ConfigError, readConfig } from './config.ts'
import { withExistingStore } from './existing-store.ts'

/** The command's exit codes; 2 if it failed. */
export const DEAD_LETTERS_EXIT = { done: 0, notFound: 1 } as const

/** The text for `--help`. */
export const DEAD_LETTERS_USAGE = `Usage: npm run dead-letters -- [list] [--account <id>] [--consumer <name>] [--json]
       npm run dead-letters -- redrive <id>… | --all [--account <id>] [--consumer <name>]

  list        lists dead letters: work on events that failed every attempt (default)
  redrive     puts dead letters back into their queues, with all attempts available again
  --all       redrives all dead letters
  --account   includes only this account. Default: all accounts, which reads the whole store
  --consumer  includes only this consumer: ${CONSUMER_NAMES.join(', ')}
  --json      writes the list as JSON

The command uses the server's settings. Servers can keep running.
Exit code: 0 done, 1 a dead letter was not found, 2 the command failed.
`

interface Options {
  readonly action: 'list' | 'redrive'
  readonly ids: readonly string[]
  readonly all: boolean
  readonly json: boolean
  readonly account: string | undefined
  readonly consumer: ConsumerName | undefined
}

function parse(args: readonly string[]) {
  return readArguments(DEAD_LETTERS_USAGE, () =>
    parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        all: { type: 'boolean', default: false },
        json: { type: 'boolean', default: false },
        account: { type: 'string' },
        consumer: { type: 'string' },
      },
    }),
  )
}

function readOptions(args: readonly string[]): Options {
  const { values, positionals } = parse(args)
  const [action = 'list', ...ids] = positionals
  const consumer = CONSUMER_NAMES.find((name) => name === values.consumer)
  const { all, json, account } = values
  if (values.consumer !== undefined && consumer === undefined) {
    throw new ConfigError(
      `--consumer is "${values.consumer}". Use one of ${CONSUMER_NAMES.join(', ')}.`,
    )
  }
  // `list` takes neither ids nor --all; `redrive` takes exactly one of the two.
  const isComplete = action === 'list' ? ids.length === 0 && !all : ids.length > 0 !== all
  if ((action !== 'list' && action !== 'redrive') || !isComplete)
    throw new ConfigError(DEAD_LETTERS_USAGE)
  return { action, ids, all, json, account, consumer }
}

/** Lists or redrives dead letters of the configured store. Resolves with the exit code; never rejects. */
export const runDeadLetters = commandOf(async (args, env, output) => {
  const options = readOptions(args)
  return await withExistingStore(readConfig(env), output.notice, async ({ store }) => {
    const letters = await find(store, options)
    return options.action === 'list'
      ? show(letters, options, output)
      : redrive(store, letters, options, output)
  })
})

const PAGE = 100

async function find(store: Store, { account, consumer }: Options): Promise<readonly DeadLetter[]> {
  const found: DeadLetter[] = []
  if (account === undefined) {
    for await (const letter of allDeadLetters(store)) found.push(letter)
    return found.filter(({ task }) => consumer === undefined || task.consumer === consumer)
  }
  let cursor: string | undefined
  do {
    const page = { limit: PAGE, ...(cursor === undefined ? {} : { cursor }) }
    const listed = await listDeadLetters({ store }, { accountId: account }, { consumer }, page)
    found.push(...listed.data)
    cursor = listed.cursor
  } while (cursor !== undefined)
  return found
}

const representationOf = (letter: DeadLetter) => ({
  accountId: letter.task.event.accountId,
  ...deadLetterRepresentation(letter),
})

// The text of a mail server or webhook receiver must not control the terminal.
const printable = (text: string): string => text.replaceAll(/\p{Cc}/gu, ' ')

function lineOf(letter: DeadLetter): string {
  const { accountId, id, event, failedAttempts, lastError, diedAt } = representationOf(letter)
  const attempts = failedAttempts === 1 ? '1 attempt' : `${failedAttempts} attempts`
  const reason = printable(lastError ?? 'unknown error')
  return `${accountId}  ${id}\n    ${event.type} for ${event.resource.id}, failed at ${diedAt} after ${attempts}: ${reason}\n`
}

const countOf = (count: number): string => (count === 1 ? '1 dead letter' : `${count} dead letters`)

function show(letters: readonly DeadLetter[], { json }: Options, output: CommandOutput): number {
  if (json) output.report(`${JSON.stringify(letters.map(representationOf), null, 2)}\n`)
  else output.report(`${letters.map(lineOf).join('')}${countOf(letters.length)}\n`)
  return DEAD_LETTERS_EXIT.done
}

async function redrive(
  store: Store,
  letters: readonly DeadLetter[],
  { ids, all }: Options,
  output: CommandOutput,
): Promise<number> {
  const deps = { store, clock: systemClock, ids: createIdSource() }
  const wanted = letters.filter((letter) => all || ids.includes(representationOf(letter).id))
  const missing = ids.filter((id) => !wanted.some((letter) => representationOf(letter).id === id))
  let redriven = 0
  for (const letter of wanted) {
    const { accountId, id } = representationOf(letter)
    const caller = systemCaller(accountId, 'dead-letters')
    // A dead letter that is gone was redriven by someone else, which is what was asked for.
    if ((await redriveDeadLetter(deps, caller, id)).ok) redriven += 1
  }
  output.report(`Put ${countOf(redriven)} back into the queues.\n`)
  for (const id of missing) output.notice(`Dead letter not found: "${printable(id)}".`)
  return missing.length === 0 ? DEAD_LETTERS_EXIT.done : DEAD_LETTERS_EXIT.notFound
}
