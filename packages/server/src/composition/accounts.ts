import { randomBytes } from 'node:crypto'
import { parseArgs } from 'node:util'
import { OperatorAccountCreate } from '@holdfast/contracts'
import { invariant, type Result } from '@holdfast/engine'
import { systemClock } from '../adapters/system/clock.ts'
import { createIdSource } from '../adapters/system/ids.ts'
import { createSecrets } from '../adapters/system/secrets.ts'
import type { Account } from '../identity/accounts/account.ts'
import { findAccountBySlug } from '../identity/accounts/accounts.ts'
import {
  createdAccountRepresentation,
  operatorAccountRepresentation,
} from '../identity/operator/operator-account-representation.ts'
import {
  changeAnyAccount,
  createAccount,
  DRAIN_SECONDS,
  getAnyAccount,
  listAccounts,
  startAccountDeletion,
} from '../identity/operator/operator-accounts.ts'
import { systemCaller } from '../kernel/caller.ts'
import type { Dependencies } from '../kernel/dependencies.ts'
import type { Refusal } from '../kernel/refusals.ts'
import { type CommandOutput, commandOf, readArguments } from './command.ts'
import { ConfigError, readConfig } from './config.ts'
import { withExistingStore } from './existing-store.ts'
import { problemOf } from './http/problems.ts'

/** The command's exit codes; 2 if it failed. */
export const ACCOUNTS_EXIT = { done: 0, refused: 1 } as const

/** The text for `--help`. */
export const ACCOUNTS_USAGE = `Usage: npm run accounts -- list [--json]
       npm run accounts -- create --name <name> --slug <slug> [--json]
       npm run accounts -- suspend | resume <id or slug> [--json]
       npm run accounts -- delete <id or slug> --yes [--json]

  list     lists all accounts, with the progress of deletions
  create   creates an account and shows its first API key once
  suspend  refuses all calls of an account; its data stays
  resume   ends a suspension
  delete   deletes an account with all its data. It cannot be undone
  --yes    confirms the deletion
  --json   writes the result as JSON

The command uses the server's settings. Servers can keep running, and notice a change within
5 seconds. A running server deletes the data of a deleted account in the background.
Exit code: 0 done, 1 the account was not found or the change was refused, 2 the command failed.
`

const ACTIONS = ['list', 'create', 'suspend', 'resume', 'delete'] as const

interface Options {
  readonly action: (typeof ACTIONS)[number]
  /** The id or slug of the account; empty for `list` and `create`. */
  readonly named: string
  readonly name: string | undefined
  readonly slug: string | undefined
  readonly json: boolean
}

function parse(args: readonly string[]) {
  return readArguments(ACCOUNTS_USAGE, () =>
    parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        name: { type: 'string' },
        slug: { type: 'string' },
        yes: { type: 'boolean', default: false },
        json: { type: 'boolean', default: false },
      },
    }),
  )
}

function readOptions(args: readonly string[]): Options {
  const { values, positionals } = parse(args)
  const [given, named = '', ...more] = positionals
  const action = ACTIONS.find((one) => one === given)
  const { name, slug, yes, json } = values
  const needsAccount = action !== 'list' && action !== 'create'
  const isComplete =
    action !== undefined &&
    more.length === 0 &&
    (named !== '') === needsAccount &&
    (action === 'create') === (name !== undefined && slug !== undefined) &&
    (action === 'create' || (name === undefined && slug === undefined))
  if (!isComplete) throw new ConfigError(ACCOUNTS_USAGE)
  if (action === 'delete' && !yes) {
    throw new ConfigError(
      `This deletes the account "${named}" with all its data and cannot be undone. Repeat the command with --yes.`,
    )
  }
  return { action, named, name, slug, json }
}

/** Manages the accounts of the configured store. Resolves with the exit code; never rejects. */
export const runAccounts = commandOf(async (args, env, output) => {
  const options = readOptions(args)
  return await withExistingStore(readConfig(env), output.notice, async ({ store }) => {
    const deps = {
      store,
      clock: systemClock,
      ids: createIdSource(),
      // Nothing here derives a token from the server's key.
      secrets: createSecrets(randomBytes(32)),
      tzdbVersion: '',
    }
    const { action } = options
    if (action === 'list') return await list(deps, options, output)
    if (action === 'create') return await create(deps, options, output)
    return await change(deps, action, options, output)
  })
})

const PAGE = 100

async function list(deps: Dependencies, { json }: Options, output: CommandOutput): Promise<number> {
  const found: Account[] = []
  let cursor: string | undefined
  do {
    const page = await listAccounts(deps, { limit: PAGE, ...(cursor && { cursor }) })
    found.push(...page.data)
    cursor = page.cursor
  } while (cursor !== undefined)
  if (json) {
    output.report(`${JSON.stringify(found.map(operatorAccountRepresentation), null, 2)}\n`)
  } else {
    const count = found.length === 1 ? '1 account' : `${found.length} accounts`
    output.report(`${found.map(lineOf).join('')}${count}\n`)
  }
  return ACCOUNTS_EXIT.done
}

function lineOf({ id, name, slug, status, deletion }: Account): string {
  const progress = deletion ? `, ${deletion.deletedItemCount} items deleted` : ''
  return `${id}  ${status}${progress}  ${slug ?? '-'}  ${name}\n`
}

async function create(
  deps: Dependencies,
  { name, slug, json }: Options,
  output: CommandOutput,
): Promise<number> {
  const checked = OperatorAccountCreate.safeParse({ name, slug })
  if (!checked.success) {
    const [issue] = checked.error.issues
    throw new ConfigError(`--${issue?.path.join('.')} ${issue?.message}.`)
  }
  const created = await createAccount(deps, OPERATOR, checked.data)
  return reportResult(output, created, (value) => {
    const view = createdAccountRepresentation(value)
    return json
      ? JSON.stringify(view, null, 2)
      : `Created the account ${view.id}.\nIts API key, shown only now: ${view.apiKey.secret}`
  })
}

async function change(
  deps: Dependencies,
  action: ChangingAction,
  { named, json }: Options,
  output: CommandOutput,
): Promise<number> {
  const account = await find(deps, named)
  if (account === undefined) {
    output.notice(`Account not found: "${named}".`)
    return ACCOUNTS_EXIT.refused
  }
  const changed =
    action === 'delete'
      ? await startAccountDeletion(deps, OPERATOR, account.id)
      : await changeAnyAccount(deps, OPERATOR, account.id, { status: STATUSES[action] })
  return reportResult(output, changed, (value) =>
    json ? JSON.stringify(operatorAccountRepresentation(value), null, 2) : DONE_TEXT[action](value),
  )
}

type ChangingAction = Exclude<Options['action'], 'list' | 'create'>

const OPERATOR = systemCaller('', 'accounts')

const STATUSES = { suspend: 'suspended', resume: 'active' } as const

const DONE_TEXT: Readonly<Record<ChangingAction, (account: Account) => string>> = {
  suspend: ({ id, name }) => `Suspended the account ${id} (${name}).`,
  resume: ({ id, name }) => `Resumed the account ${id} (${name}).`,
  delete: ({ id, name }) =>
    `Deleting the account ${id} (${name}).\nA running server deletes its data from ${DRAIN_SECONDS} seconds on. "list" shows the progress.`,
}

async function find(deps: Dependencies, named: string): Promise<Account | undefined> {
  const found = await getAnyAccount(deps, named)
  return found.ok ? found.value : await findAccountBySlug(deps, named)
}

function reportResult<Value>(
  output: CommandOutput,
  result: Result<Value, Refusal>,
  textOf: (value: Value) => string,
): number {
  if (result.ok) {
    output.report(`${textOf(result.value)}\n`)
    return ACCOUNTS_EXIT.done
  }
  const { refusal } = result
  invariant(refusal.code !== 'idempotency_key_seen', 'the command sends no idempotency key')
  const { detail, errors } = problemOf(refusal, 'account')
  const reasons = (errors ?? []).map(({ pointer, message }) => `${pointer}: ${message}`)
  output.notice([detail, ...reasons].join('\n'))
  return ACCOUNTS_EXIT.refused
}
