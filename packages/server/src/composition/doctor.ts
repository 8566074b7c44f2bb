import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { parseInstant } from '@holdfast/engine'
import { createMailbox } from '../adapters/mail/mailbox.ts'
import { systemClock } from '../adapters/system/clock.ts'
import { createIdSource } from '../adapters/system/ids.ts'
import type { KeptMails } from '../delivery/ports/kept-mails.ts'
import type { Clock } from '../kernel/dependencies.ts'
import type { Store } from '../kernel/ports/store.ts'
import type { SecretFacts } from '../ops/doctor/check-secrets.ts'
import { type Inspection, type InspectOptions, inspect } from '../ops/doctor/inspect.ts'
import { type Repaired, repair } from '../ops/doctor/repair.ts'
import { inOrder, inspectionText, progressText, repairedText } from '../ops/doctor/report.ts'
import { type CommandOutput, commandOf, readArguments } from './command.ts'
import { type Config, ConfigError, readConfig } from './config.ts'
import { withExistingStore } from './existing-store.ts'
import type { OpenedStore } from './opened-store.ts'
import { secretFacts } from './secret-facts.ts'

/** The command's exit codes; 2 if it failed. */
export const DOCTOR_EXIT = { clean: 0, findingsLeft: 1 } as const

/** The text for `--help`. */
export const DOCTOR_USAGE = `Usage: npm run doctor -- [--repair] [--json] [--at <instant>]

  --repair  repairs findings that are safe to repair, then checks again
  --json    writes the report as JSON
  --at      checks holds at this instant (RFC 3339) instead of now. For a server in test mode, use
            the time of its clock

The command uses the server's settings. Servers can keep running.
Exit code: 0 clean, 1 findings left, 2 the command failed.
`

interface Options {
  readonly repair: boolean
  readonly json: boolean
  readonly clock: Clock
}

function readOptions(args: readonly string[]): Options {
  const { values } = parse(args)
  const at = values.at === undefined ? undefined : parseInstant(values.at)
  if (values.at !== undefined && at === undefined) {
    throw new ConfigError(
      `--at is "${values.at}". Use an RFC 3339 instant such as 2026-04-27T09:00:00Z.`,
    )
  }
  return {
    repair: values.repair,
    json: values.json,
    clock: at === undefined ? systemClock : { nowEpochMilliseconds: () => at * 1000 },
  }
}

function parse(args: readonly string[]) {
  return readArguments(DOCTOR_USAGE, () =>
    parseArgs({
      args: [...args],
      options: {
        repair: { type: 'boolean', default: false },
        json: { type: 'boolean', default: false },
        at: { type: 'string' },
      },
    }),
  )
}

/** Checks the configured store, and repairs it with `--repair`. Resolves with the exit code; never rejects. */
export const runDoctor = commandOf(async (args, env, output) => {
  const options = readOptions(args)
  const config = readConfig(env)
  return await withExistingStore(config, output.notice, async (opened) =>
    examine(
      opened,
      { ...options, secrets: await secretFacts(config), mails: storedMails(config) },
      output,
    ),
  )
})

/** The emails that a server without a mail server stores. Undefined if there are none. */
function storedMails({ smtpUrl, dataDir, mailFrom }: Config): Pick<KeptMails, 'each'> | undefined {
  const folder = join(dataDir, 'mails')
  if (smtpUrl !== undefined || !existsSync(folder)) return undefined
  return createMailbox(folder, { fromAddress: mailFrom })
}

const PAUSE_MILLISECONDS = 1_000

async function examine(
  { store, engine, location }: OpenedStore,
  options: Options & {
    readonly secrets: SecretFacts | undefined
    readonly mails: Pick<KeptMails, 'each'> | undefined
  },
  output: CommandOutput,
): Promise<number> {
  const { clock, secrets, mails } = options
  const inspectOptions: InspectOptions = {
    onProgress: (progress) => output.notice(progressText(progress)),
    // DynamoDB usually updates an index within a second of its table.
    pause: () => sleep(PAUSE_MILLISECONDS),
    ...(secrets && { secrets }),
    ...(mails && { mails }),
  }
  const found = await inspect({ store, clock }, inspectOptions)
  const repaired =
    options.repair && found.findings.some(({ repairable }) => repairable)
      ? await repairAndInspect(store, clock, found, inspectOptions)
      : undefined
  const last = repaired?.after ?? found
  if (options.json) {
    output.report(`${JSON.stringify({ engine, location, ...jsonOf(found, repaired) }, null, 2)}\n`)
  } else {
    output.report(`Store: ${location} (${engine})\n${inspectionText(found)}\n`)
    if (repaired) {
      output.report(`\n${repairedText(repaired)}\n\n${inspectionText(repaired.after)}\n`)
    } else if (!options.repair && found.findings.some(({ repairable }) => repairable)) {
      output.report('To repair these findings, run: npm run doctor -- --repair\n')
    }
  }
  return last.findings.length === 0 ? DOCTOR_EXIT.clean : DOCTOR_EXIT.findingsLeft
}

type RepairedAndInspected = Repaired & { readonly after: Inspection }

async function repairAndInspect(
  store: Store,
  clock: Clock,
  found: Inspection,
  options: InspectOptions,
): Promise<RepairedAndInspected> {
  const repaired = await repair({ store, clock, ids: createIdSource() }, found.findings)
  return { ...repaired, after: await inspect({ store, clock }, options) }
}

const jsonOf = (found: Inspection, repaired: RepairedAndInspected | undefined) => ({
  ...found,
  findings: inOrder(found.findings),
  ...(repaired && {
    repair: {
      repaired: inOrder(repaired.repaired),
      left: inOrder(repaired.left),
      after: { ...repaired.after, findings: inOrder(repaired.after.findings) },
    },
  }),
})
