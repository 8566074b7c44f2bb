import { cp, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { readServerKeys } from '../../../server/src/adapters/system/server-key.ts'
import { createRandom, type Random } from '../cells/random.ts'
import { runDoctor } from '../run/doctor.ts'
import { Fleet } from '../run/fleet.ts'
import type { PlantedChange } from '../run/preload-settings.ts'
import { UpgradeClient } from './clients.ts'
import { growStore } from './grow.ts'
import { PromiseLedger } from './ledger.ts'
import { MigrationRecord, type OldAccount, oldAccounts, sizeOf } from './old-store.ts'
import { ReadyWatch } from './ready-watch.ts'

/** What is upgraded, and how it is disturbed. */
export interface UpgradeOptions {
  /** A data folder of an earlier version. It is copied, never changed. */
  readonly dataDir: string
  /** A key of the account that is looked at. */
  readonly apiKey: string
  /** How many accounts like that one the copy gets besides it. */
  readonly copies: number
  /** What the clock of the servers shows at the start, in milliseconds. Default: the time. */
  readonly startsAtEpochMilliseconds?: number
  readonly killsWhileMigrating: number
  readonly killsAfterwards: number
  readonly clientCount: number
  readonly seed: number
  /** A bug of the servers, to see whether the run finds it. */
  readonly planted?: PlantedChange | undefined
  readonly print: (line: string) => void
}

/** What a run found. */
export interface UpgradeReport {
  readonly problems: readonly string[]
  readonly accounts: number
  readonly items: number
  readonly oldBookings: number
  /** Kills while the record in the store said that the migration was not done. */
  readonly killsInMigration: number
  readonly killsAfterwards: number
  /** From the first start to the end of the migration, with all kills and starts. */
  readonly migrationSeconds: number
  /** Answers of `/readyz`. */
  readonly notReady: number
  readonly ready: number
  readonly counts: PromiseLedger['counts']
  readonly isHealthy: boolean
}

const DATABASE = 'holdfast.sqlite'
const POLL_MILLISECONDS = 2
/** A kill comes up to so long after the migration is where it is awaited: in the middle of a page, mostly. */
const KILL_DELAY_MILLISECONDS = 15
const PAUSE_AFTER_READY = { least: 300, range: 1_200 }
const LAST_LOAD_MILLISECONDS = 1_500
const LEAST_SHARE = 0.02

/** Upgrades a copy of a data folder under load and kills, and checks what is there at the end. */
export async function proveUpgrade(options: UpgradeOptions): Promise<UpgradeReport> {
  const folder = await mkdtemp(join(tmpdir(), 'holdfast-upgrade-'))
  try {
    return await upgradeIn(folder, options)
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}

/** A data folder or key that cannot be upgraded. Its message says what would be right. */
export class WrongSource extends Error {
  override readonly name = 'WrongSource'
}

/** Copies the data folder and grows the copy; answers its accounts. */
async function prepare(data: string, options: UpgradeOptions): Promise<readonly OldAccount[]> {
  const { dataDir, apiKey, copies, print } = options
  const present: readonly string[] = await readdir(dataDir).catch(() => [])
  for (const name of [DATABASE, 'server.key']) {
    if (!present.includes(name)) throw new WrongSource(`${dataDir} has no ${name}.`)
  }
  await cp(dataDir, data, { recursive: true })
  const file = join(data, DATABASE)
  const serverKeys = await readServerKeys(data)
  if (serverKeys === undefined) throw new WrongSource(`${dataDir} has no server.key.`)
  const copied = growStore(file, { apiKey, serverKey: serverKeys.current, copies })
  const accounts = oldAccounts(file, [apiKey, ...copied])
  if (accounts.length === 0) throw new WrongSource('The key is that of no account of this store.')
  const bookings = accounts.reduce((sum, account) => sum + account.bookings.length, 0)
  print(`${sizeOf(file).items} items, ${accounts.length} accounts with ${bookings} bookings`)
  return accounts
}

async function upgradeIn(folder: string, options: UpgradeOptions): Promise<UpgradeReport> {
  const data = join(folder, 'data')
  const file = join(data, DATABASE)
  const accounts = await prepare(data, options)
  const { items, lastRow } = sizeOf(file)
  const random = createRandom(options.seed)
  const offset = (options.startsAtEpochMilliseconds ?? Date.now()) - Date.now()
  const fleet = await Fleet.create(
    {
      serverCount: 1,
      folder,
      apiKey: options.apiKey,
      env: { HOLDFAST_STORE: 'sqlite' },
      planted: options.planted,
      isOffline: true,
    },
    offset,
  )
  const [url = ''] = fleet.urls
  const record = new MigrationRecord(file)
  const ledger = new PromiseLedger(accounts)
  const watch = new ReadyWatch(url, record, ledger)
  const stopping = new AbortController()
  const shared = {
    url,
    accounts,
    ledger,
    stopping: stopping.signal,
    now: () => Date.now() + offset,
  }
  const clients = Array.from(
    { length: options.clientCount },
    (_, number) => new UpgradeClient({ ...shared, random: random.fork() }, number),
  )
  const running = Promise.all([
    ...clients.map((client) => client.run()),
    watch.run(stopping.signal),
  ])
  const run: Run = { ...options, fleet, record, random, lastRow }
  try {
    const startedAt = performance.now()
    const killsInMigration = await killWhileMigrating(run)
    await fleet.restart(0)
    const migrationSeconds = (performance.now() - startedAt) / 1000
    options.print(`migrated and ready after ${migrationSeconds.toFixed(1)} s, kills included`)
    await killAfterwards(run)
    await sleep(LAST_LOAD_MILLISECONDS)
    stopping.abort()
    await running
    await checkLists(url, accounts, shared, random)
    const forced = await fleet.stop()
    if (forced.length > 0) ledger.report('The server did not end by itself.')
    const env = { HOLDFAST_DATA_DIR: data, HOLDFAST_STORE: 'sqlite' }
    const { isHealthy, output } = await runDoctor(env, offset)
    if (!isHealthy) ledger.report(`The doctor found something:\n${output}`)
    return {
      problems: ledger.problems,
      accounts: accounts.length,
      items,
      oldBookings: accounts.reduce((sum, account) => sum + account.bookings.length, 0),
      killsInMigration,
      killsAfterwards: options.killsAfterwards,
      migrationSeconds,
      ...watch.counts,
      counts: ledger.counts,
      isHealthy,
    }
  } finally {
    stopping.abort()
    record.close()
    await fleet.stop()
  }
}

interface Run extends UpgradeOptions {
  readonly fleet: Fleet
  readonly record: MigrationRecord
  readonly random: Random
  readonly lastRow: number
}

/** Starts the server and kills it in the middle of the migration, as often as asked; answers how often it was. */
async function killWhileMigrating(run: Run): Promise<number> {
  const { fleet, record, random, lastRow, killsWhileMigrating, print } = run
  const shares = Array.from({ length: killsWhileMigrating }, () => random.next() * 0.9)
  let hits = 0
  for (const share of shares.sort((a, b) => a - b)) {
    const started = fleet.restart(0).then(
      () => 'ready' as const,
      (error: unknown) => error,
    )
    const start = { isOver: false }
    void started.then(() => {
      start.isOver = true
    })
    const from = record.read().afterRow
    // At least one page further than before, so that each start migrates something.
    const target = Math.max(share * lastRow, from + LEAST_SHARE * lastRow)
    while (!start.isOver && record.read().afterRow < target) await sleep(POLL_MILLISECONDS)
    await sleep(random.below(KILL_DELAY_MILLISECONDS))
    const wasRunning = !start.isOver
    await fleet.kill(0)
    const { isDone, afterRow } = record.read()
    const end = await started
    if (end instanceof Error && !wasRunning) throw end
    if (!isDone) hits += 1
    const where = isDone
      ? 'after the migration'
      : `${Math.min(100, Math.round((100 * afterRow) / lastRow))} %`
    print(`killed at ${where}`)
  }
  return hits
}

/** Kills the server at any moments of its work, and starts it again. */
async function killAfterwards({ fleet, random, killsAfterwards, print }: Run): Promise<void> {
  for (let kill = 0; kill < killsAfterwards; kill += 1) {
    await sleep(PAUSE_AFTER_READY.least + random.below(PAUSE_AFTER_READY.range))
    await fleet.kill(0)
    print('killed under load')
    await fleet.restart(0)
  }
}

/** Asks for every list of every account, and compares it with what was there and what was acknowledged. */
async function checkLists(
  url: string,
  accounts: readonly OldAccount[],
  shared: Omit<ConstructorParameters<typeof UpgradeClient>[0], 'random'>,
  random: Random,
): Promise<void> {
  const { ledger } = shared
  const reader = new UpgradeClient({ ...shared, url, random }, 0)
  for (const account of accounts) {
    ledger.checkAtTheEnd(account.id, await reader.allBookings(account))
    for (const [resource, wanted] of Object.entries(account.counts)) {
      const found = await reader.countOf(account, resource)
      if (found !== wanted) ledger.report(`${account.id} has ${found} of ${wanted} ${resource}.`)
    }
  }
  await reader.close()
}
