import { globSync } from 'node:fs'
import { expect, test, vi } from 'vitest'
import type { ViteUserConfig } from 'vitest/config'
import { filesLeftOut, filesOf, leftOutOf, omittedBySeed, SHARES, zonesOf } from './drawn-files.ts'
import { filesOmittedOn } from './engine-runs.ts'

const SEEDS = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]

const PROJECTS = [...new Set(SHARES.map(({ project }) => project))]

/** A project and a file that it may leave out. */
const pair = (project: unknown, path: string): string => `[${project}] ${path}`

/** What the projects of a run leave out, with these settings. */
async function excludedWith(env: Readonly<Record<string, string>>): Promise<readonly string[]> {
  for (const name of ['DEPTH', 'ENGINE', 'FILES', 'QUICK'].map((each) => `HOLDFAST_TEST_${each}`))
    vi.stubEnv(name, env[name])
  vi.stubEnv('HOLDFAST_TEST_SEED', '4')
  const { default: config } = (await import(`../vitest.config.ts?${JSON.stringify(env)}`)) as {
    readonly default: ViteUserConfig
  }
  vi.unstubAllEnvs()
  return (config.test?.projects ?? []).flatMap((project) =>
    typeof project === 'object' && 'test' in project
      ? (project.test?.exclude ?? []).map((glob) => pair(project.test?.name, glob))
      : [],
  )
}

test.each(SHARES)('the seeds 0 to 9 have every file, of $title', (share) => {
  const all = filesOf(share)
  const run = SEEDS.flatMap((seed) => {
    const leftOut = leftOutOf(share, seed)
    return all.filter((path) => !leftOut.includes(path))
  })
  expect([...new Set(run)].sort()).toEqual(all)
  expect(leftOutOf(share, 0).length).toBeGreaterThan(0)
})

test('no file is in two shares of a project, which might never run both', () => {
  for (const project of PROJECTS) {
    const all = SHARES.filter((share) => share.project === project).flatMap(filesOf)
    expect(all.filter((path, place) => all.indexOf(path) !== place)).toEqual([])
  }
})

test('each glob finds a file, so a renamed one is not left out of the drawing, nor of each run', () => {
  const globs = SHARES.flatMap(({ files, always = [] }) => [...files, ...always])
  expect(globs.filter((glob) => globSync(glob).length === 0)).toEqual([])
})

test.each([
  'accounts/killed-deletion',
  'events/crash-matrix',
  'http/idempotency',
  'pages/browsers/chromium',
  'pages/browsers/firefox',
  'pages/browsers/webkit',
  'payments/order-crash-matrix',
  'policy/id-rules',
  'policy/roles',
  'ports/dynamodb',
  'ports/postgres',
  'ports/sqlite',
  'races/claims',
  'races/crashes',
  'races/nights',
  'races/teams',
  'scenarios/erasure',
  'sqlite/kills',
  'stale/contract',
  'upgrade/released-stores',
])('%s runs with every seed', (name) => {
  const path = `packages/server/tests/${name}.test.ts`
  expect(globSync(path)).toEqual([path])
  expect(SEEDS.filter((seed) => filesLeftOut('server', seed).includes(path))).toEqual([])
})

test('each run has the tests of time zones in one zone, and three seeds in a row have all', () => {
  expect([0, 1, 2].map(zonesOf)).toEqual([['utc'], ['new-york'], ['apia']])
  expect(zonesOf(undefined)).toEqual(['utc', 'new-york', 'apia'])
})

test('without a seed, no file is left out', () => {
  expect(PROJECTS.flatMap((project) => filesLeftOut(project, undefined))).toEqual([])
})

test('npm test leaves out what its seed does not draw, and says so', async () => {
  const excluded = await excludedWith({ HOLDFAST_TEST_FILES: 'drawn' })
  const leftOut = PROJECTS.flatMap((project) =>
    filesLeftOut(project, 4).map((path) => pair(project, path)),
  )
  expect(excluded).toEqual(expect.arrayContaining(leftOut))
  const lines = omittedBySeed(4)
  expect(lines.at(-1)).toBe(
    'tests of time zones in two of utc, new-york, apia: this run has them in new-york',
  )
  const names = lines.slice(0, -1).flatMap((line) => line.slice(line.indexOf(': ') + 2).split(', '))
  expect(names).toHaveLength(leftOut.length)
})

test.each<[string, Readonly<Record<string, string>>]>([
  ['the deep run', { HOLDFAST_TEST_DEPTH: 'full' }],
  ['a run on another engine', { HOLDFAST_TEST_ENGINE: 'postgres' }],
  ['a run of single files', {}],
])('%s draws no files', async (_, env) => {
  const { HOLDFAST_TEST_ENGINE: engine } = env
  const aboutOthers = filesOmittedOn(engine).map((glob) => pair('server', glob))
  const excluded = (await excludedWith(env)).filter((each) => !aboutOthers.includes(each))
  const drawn = SHARES.filter(
    // A single file runs through events only if the seed draws it.
    ({ project }) => project !== 'lambda' || 'HOLDFAST_TEST_DEPTH' in env,
  ).flatMap((share) => filesOf(share).map((path) => pair(share.project, path)))
  expect(drawn.filter((each) => excluded.includes(each))).toEqual([])
})
