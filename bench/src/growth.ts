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
import { openClient } from './growth/client.ts'
import { type StoreOnDisk, storeOnDisk } from './growth/filled-stores.ts'
import { growthsOf } from './growth/growth.ts'
import { measureAll, type Target } from './growth/measure.ts'
import { operationsOn } from './growth/operations.ts'
import { type Options, readOptions, USAGE, WrongOption } from './growth/options.ts'
import { type GrowthReport, pageOf, pictureOf } from './growth/page.ts'
import { SERVER_KEY } from './growth/server-key.ts'
import { markdownTable } from './growth/table.ts'
import { startHoldfast } from './http/holdfast-server.ts'
import { machineText } from './http/report.ts'

const RESULTS = fileURLToPath(new URL('../results/', import.meta.url))

const step = (text: string): void => {
  process.stderr.write(process.stderr.isTTY ? `\r\x1b[K${text}` : `${text}\n`)
}

/** Fills the stores of a run, one after the other. */
async function fillAll(
  { sizes, providers, seed }: Options,
  folder: string,
): Promise<readonly StoreOnDisk[]> {
  const stores: StoreOnDisk[] = []
  for (const count of providers) {
    for (const bookings of sizes) {
      const what = `${bookings.toLocaleString('en')} bookings, ${count.toLocaleString('en')} providers`
      const store = await storeOnDisk(folder, { bookings, providers: count, seed }, (done) =>
        step(`filling ${what}: ${done.toLocaleString('en')}`),
      )
      if (store.seconds !== undefined) {
        console.log(`${what}: filled in ${store.seconds.toFixed(1)} s`)
      }
      stores.push(store)
    }
  }
  return stores
}

/** Starts a server on a store, without background work. */
async function startTarget(
  stack: AsyncDisposableStack,
  folder: string,
  store: StoreOnDisk,
): Promise<Target> {
  step(`starting a server on ${store.name}`)
  const server = stack.use(
    await startHoldfast({
      name: store.name,
      folder,
      logLevel: 'warn',
      relay: 'off',
      serverKey: SERVER_KEY,
      settings: { HOLDFAST_SWEEPER: 'off' },
    }),
  )
  const client = await openClient(server.origin)
  try {
    return { store, server, operations: await operationsOn(client, store.filled) }
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
  const { rounds, requests } = options
  const stores = await fillAll(options, folder)
  if (rounds === 0) return undefined
  const targets: Target[] = []
  for (const store of stores) targets.push(await startTarget(stack, folder, store))
  for (const store of stores) await store.recordRun(0)
  const results = await measureAll(targets, { ...options, onStep: step })
  for (const { target, made } of results) await target.store.recordRun(made)
  return {
    at: new Date().toISOString(),
    machine: machineText(),
    settings: `SQLite, ${rounds} rounds of ${requests} requests, one connection, without background work`,
    growths: growthsOf(results.flatMap(({ measurements }) => measurements)),
  }
}

/** Prints the tables of a report and writes its page. */
async function tell(report: GrowthReport, { results, picture }: Options): Promise<void> {
  const { growths } = report
  console.log(`${report.machine}; ${report.settings}`)
  for (const [providers, each] of Map.groupBy(growths, (growth) => growth.providers)) {
    console.log(`\n${providers.toLocaleString('en')} provider(s)\n\n${markdownTable(each)}`)
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

async function main(): Promise<void> {
  const options = readOptions(process.argv.slice(2))
  if (options === undefined) {
    console.log(USAGE)
    return
  }
  const stack = new AsyncDisposableStack()
  try {
    const folder = options.folder ?? (await mkdtemp(join(tmpdir(), 'holdfast-bench-growth-')))
    if (options.folder === undefined) {
      stack.defer(() => rm(folder, { recursive: true, force: true }))
    }
    const report = await run(options, folder, stack)
    if (report) await tell(report, options)
  } finally {
    await stack.disposeAsync()
  }
}

try {
  await main()
} catch (error) {
  console.error(error instanceof WrongOption ? `${error.message}\n\n${USAGE}` : error)
  process.exitCode = 1
}
