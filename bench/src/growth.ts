/**
 * Measures how the cost of requests grows with the number of bookings in the store, with one provider and with many.
 * Fills a store of each size, starts a server on each of them, measures them by turns, and fits the exponent of the
 * growth of the server's CPU time.
 *
 *     npm run bench:growth -- --help
 */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { runCommand } from './command-line.ts'
import { openClient } from './growth/client.ts'
import {
  type MeasuredStore,
  type StorePlan,
  storeInPostgres,
  storeOnDisk,
} from './growth/filled-stores.ts'
import { growthsOf } from './growth/growth.ts'
import { measureAll, type Target } from './growth/measure.ts'
import { operationsOn } from './growth/operations.ts'
import { type Options, readOptions, USAGE } from './growth/options.ts'
import { type GrowthReport, pageOf, pictureOf } from './growth/page.ts'
import { SERVER_KEY } from './growth/server-key.ts'
import { markdownTable, providersText } from './growth/table.ts'
import { startHoldfast } from './http/holdfast-server.ts'
import { type PostgresCluster, postgresBinaries, startPostgres } from './http/postgres-cluster.ts'
import { machineText } from './http/report.ts'

const RESULTS = fileURLToPath(new URL('../results/', import.meta.url))

const step = (text: string): void => {
  process.stderr.write(process.stderr.isTTY ? `\r\x1b[K${text}` : `${text}\n`)
}

const sizeOf = ({ bookings, providers }: StorePlan): string =>
  `${bookings.toLocaleString('en')} bookings, ${providers.toLocaleString('en')} providers`

/** Fills the stores of a run, one after the other. */
async function fillAll(
  { sizes, providers, seed }: Options,
  folder: string,
  cluster: PostgresCluster | undefined,
): Promise<readonly MeasuredStore[]> {
  const plans = providers.flatMap((count) =>
    sizes.map((bookings): StorePlan => ({ bookings, providers: count, seed })),
  )
  const stores: MeasuredStore[] = []
  for (const plan of plans) {
    const onProgress = (done: number) =>
      step(`filling ${sizeOf(plan)}: ${done.toLocaleString('en')}`)
    const store = cluster
      ? await storeInPostgres(cluster, plan, onProgress)
      : await storeOnDisk(folder, plan, onProgress)
    if (store.seconds !== undefined) {
      console.log(`${sizeOf(plan)}: filled in ${store.seconds.toFixed(1)} s`)
    }
    stores.push(store)
  }
  return stores
}

/** Starts a server on a store, without background work. */
async function startTarget(
  stack: AsyncDisposableStack,
  folder: string,
  store: MeasuredStore,
  cluster: PostgresCluster | undefined,
): Promise<Target> {
  step(`starting a server on ${store.name}`)
  const { name, filled, postgresUrl } = store
  const server = stack.use(
    await startHoldfast({
      name,
      folder,
      logLevel: 'warn',
      relay: 'off',
      serverKey: SERVER_KEY,
      settings: { HOLDFAST_SWEEPER: 'off' },
      ...(postgresUrl !== undefined && { postgresUrl }),
    }),
  )
  const client = await openClient(server.origin)
  try {
    const operations = await operationsOn(client, filled)
    return { store, server, operations, ...(cluster && { databasePid: cluster.pid }) }
  } finally {
    client.close()
  }
}

/** Fills the stores and measures them. Undefined if nothing is to be measured. */
async function run(
  options: Options,
  folder: string,
  stack: AsyncDisposableStack,
): Promise<GrowthReport | undefined> {
  const { engine, rounds, requests } = options
  const cluster =
    engine === 'postgres'
      ? stack.use(await startPostgres(await postgresBinaries(), folder))
      : undefined
  const stores = await fillAll(options, folder, cluster)
  if (rounds === 0) return undefined
  const targets: Target[] = []
  for (const store of stores) targets.push(await startTarget(stack, folder, store, cluster))
  for (const store of stores) await store.recordRun(0)
  const results = await measureAll(targets, { ...options, onStep: step })
  for (const { target, made } of results) await target.store.recordRun(made)
  const system = cluster === undefined ? 'SQLite' : `${cluster.version}, CPU with the database's`
  return {
    at: new Date().toISOString(),
    machine: machineText(),
    settings: `${system}, ${rounds} rounds of ${requests} requests, one connection, without background work`,
    growths: growthsOf(results.flatMap(({ measurements }) => measurements)),
  }
}

/** Prints the tables of a report and writes its page. */
async function tell(report: GrowthReport, { results, picture }: Options): Promise<void> {
  const { growths } = report
  console.log(`${report.machine}; ${report.settings}`)
  for (const [providers, each] of Map.groupBy(growths, (growth) => growth.providers)) {
    console.log(`\n${providersText(providers)}\n\n${markdownTable(each)}`)
  }
  const ofLogarithm = growths[0]?.exponentOfLogarithm ?? 0
  console.log(`\nThe logarithm has the exponent ${ofLogarithm.toFixed(3)} between these sizes.`)
  const folder = results ?? RESULTS
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'growth.html'), pageOf(report))
  await writeFile(join(folder, 'growth.json'), `${JSON.stringify(report, undefined, 2)}\n`)
  if (picture !== undefined) await writeFile(picture, pictureOf(report))
  console.log(`Written: ${join(folder, 'growth.html')} and growth.json`)
}

await runCommand({
  usage: USAGE,
  readOptions,
  async run(options, stack) {
    const kept = options.engine === 'sqlite' ? options.folder : undefined
    const folder = kept ?? (await mkdtemp(join(tmpdir(), 'holdfast-bench-growth-')))
    if (kept === undefined) stack.defer(() => rm(folder, { recursive: true, force: true }))
    const report = await run(options, folder, stack)
    if (report) await tell(report, options)
  },
})
