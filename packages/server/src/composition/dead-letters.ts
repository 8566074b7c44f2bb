import { parseArgs } from 'node:util'
import { systemClock } from '../adapters/system/clock.ts'
import { createIdSource } from '../adapters/system/ids.ts'
import type { Store } from '../kernel/ports/store.ts'
import {
  allDeadLetters,
  type DeadLetter,
  listDeadLetters,
  redriveDeadLetter,
} from '../kernel/queue/dead-letters.ts'
import { CONSUMER_NAMES, type ConsumerName } from '../kernel/queue/task.ts'
import { deadLetterRepresentation } from '../ops/dead-letter-representation.ts'
import { ConfigError, readConfig } from './config.ts'
import { describeFailure, withExistingStore } from './existing-store.ts'

/** Where the command writes: what was asked for, and beside it why it could not be had. */
export interface DeadLettersOutput {
  readonly report: (text: string) => void
  readonly notice: (text: string) => void
}

/** What the exit code says. */
export const DEAD_LETTERS_EXIT = { done: 0, notFound: 1, couldNotRun: 2 } as const

const USAGE = `Usage: npm run dead-letters -- [list] [--account <id>] [--consumer <name>] [--json]
       npm run dead-letters -- redrive <id>… | --all [--account <id>] [--consumer <name>]

  list        shows the work on events that was given up (the default)
  redrive     puts it back into its queue, as if it had never been tried
  --all       all of it
  --account   of one account; without it the whole store is read for those of all
  --consumer  of one consumer: ${CONSUMER_NAMES.join(', ')}
  --json      writes the list as JSON

It reads the same settings as the server, and works beside running servers.
Exit code: 0 done, 1 an id names nothing, 2 could not run.
`

interface Options {
  readonly action: 'list' | 'redrive' | 'help'
  readonly ids: readonly string[]
  readonly all: boolean
  readonly json: boolean
  readonly account: string | undefined
  readonly consumer: ConsumerName | undefined
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        all: { type: 'boolean', default: false },
        json: { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
        account: { type: 'string' },
        consumer: { type: 'string' },
      },
    })
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    throw new ConfigError(`${why}\n\n${USAGE}`, { cause: error })
  }
}

function readOptions(args: readonly string[]): Options {
  const { values, positionals } = parse(args)
  const [action = 'list', ...ids] = positionals
  const consumer = CONSUMER_NAMES.find((name) => name === values.consumer)
  const { all, json, account } = values
  if (values.help) return { action: 'help', ids, all, json, account, consumer }
  if (values.consumer !== undefined && consumer === undefined) {
    throw new ConfigError(
      `--consumer is "${values.consumer}"; it must be one of ${CONSUMER_NAMES.join(', ')}`,
    )
  }
  const isAsked = action === 'list' ? ids.length === 0 && !all : ids.length > 0 !== all
  if ((action !== 'list' && action !== 'redrive') || !isAsked) throw new ConfigError(USAGE)
  return { action, ids, all, json, account, consumer }
}

/** Lists or redrives the dead letters in the store of the settings. Answers the exit code; never rejects. */
export async function runDeadLetters(
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
  output: DeadLettersOutput,
): Promise<number> {
  try {
    const options = readOptions(args)
    if (options.action === 'help') {
      output.report(USAGE)
      return DEAD_LETTERS_EXIT.done
    }
    return await withExistingStore(readConfig(env), output.notice, async ({ store }) => {
      const letters = await find(store, options)
      return options.action === 'list'
        ? show(letters, options, output)
        : redrive(store, letters, options, output)
    })
  } catch (error) {
    output.notice(describeFailure(error))
    return DEAD_LETTERS_EXIT.couldNotRun
  }
}

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

const viewOf = (letter: DeadLetter) => ({
  accountId: letter.task.event.accountId,
  ...deadLetterRepresentation(letter),
})

// What a mail server or a webhook receiver said is not to steer a terminal.
const plain = (text: string): string => text.replaceAll(/\p{Cc}/gu, ' ')

function lineOf(letter: DeadLetter): string {
  const { accountId, id, event, failedAttempts, lastError, diedAt } = viewOf(letter)
  const attempts = failedAttempts === 1 ? '1 attempt' : `${failedAttempts} attempts`
  const why = plain(lastError ?? 'no reason is known')
  return `${accountId}  ${id}\n    ${event.type} of ${event.resource.id}, given up ${diedAt} after ${attempts}: ${why}\n`
}

const countOf = (count: number): string => (count === 1 ? '1 dead letter' : `${count} dead letters`)

function show(
  letters: readonly DeadLetter[],
  { json }: Options,
  output: DeadLettersOutput,
): number {
  if (json) output.report(`${JSON.stringify(letters.map(viewOf), null, 2)}\n`)
  else output.report(`${letters.map(lineOf).join('')}${countOf(letters.length)}\n`)
  return DEAD_LETTERS_EXIT.done
}

async function redrive(
  store: Store,
  letters: readonly DeadLetter[],
  { ids, all }: Options,
  output: DeadLettersOutput,
): Promise<number> {
  const deps = { store, clock: systemClock, ids: createIdSource() }
  const wanted = letters.filter((letter) => all || ids.includes(viewOf(letter).id))
  const missing = ids.filter((id) => !wanted.some((letter) => viewOf(letter).id === id))
  let redriven = 0
  for (const letter of wanted) {
    const { accountId, id } = viewOf(letter)
    const caller = { accountId, requestId: 'dead-letters', role: 'account' } as const
    // Another operator may have been faster; what was wanted has then happened.
    if ((await redriveDeadLetter(deps, caller, id)).ok) redriven += 1
  }
  output.report(`Put ${countOf(redriven)} back into the queues.\n`)
  for (const id of missing) output.notice(`There is no dead letter "${plain(id)}".`)
  return missing.length === 0 ? DEAD_LETTERS_EXIT.done : DEAD_LETTERS_EXIT.notFound
}
