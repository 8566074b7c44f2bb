import { execFile, spawnSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { book, everyDay, expectStatus, makeEventType, makeProvider } from '../support/fixtures.ts'
import { createAgent, createHttpClient } from '../support/http-client.ts'
import { ownPort } from '../support/own-port.ts'
import { startServerProcess } from '../support/server-process.ts'
import { until } from '../support/until.ts'

const API_KEY = 'hf_test_of_alerts_and_their_metrics'
const METRICS_TOKEN = 'token-of-the-metrics'
const RULES = fileURLToPath(new URL('../../../../deploy/prometheus/alerts.yml', import.meta.url))
const SERIES = /^(\w+(?:\{.*\})?) (\S+)$/

const hasPromtool = spawnSync('promtool', ['--version']).status === 0
if (!hasPromtool) process.stderr.write('not run: alerts are tested with promtool\n')

/** How late the event loop is depends on the machine. */
const LAG = 'nodejs_eventloop_lag_p99_seconds'

/** The values of a read of the metrics, by series. */
type Values = ReadonlyMap<string, number>

const promtool = (...args: string[]) => promisify(execFile)('promtool', args)

describe.runIf(hasPromtool)('the alerts for Prometheus, with the metrics of a server', () => {
  let folder: string
  let text: string
  let healthy: Values
  /** While the mail server is out of reach, and an email waits. */
  let mailless: Values

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'holdfast-alerts-'))
    const server = await startServerProcess({
      dataDir: folder,
      apiKey: API_KEY,
      sweeper: false,
      env: {
        HOLDFAST_METRICS_TOKEN: METRICS_TOKEN,
        HOLDFAST_SMTP_URL: `smtp://127.0.0.1:${await ownPort()}`,
      },
    })
    const agent = createAgent()
    const api = createHttpClient(agent, () => server.url, { authorization: `Bearer ${API_KEY}` })
    const read = async () => {
      const headers = { authorization: `Bearer ${METRICS_TOKEN}` }
      text = await (await fetch(`${server.url}/metrics`, { headers })).text()
      return new Map(
        text.split('\n').flatMap((line) => {
          const [, series, value] = SERIES.exec(line) ?? []
          return series === undefined || series.includes('_bucket{')
            ? []
            : [[series, Number(value) || 0] as const]
        }),
      )
    }
    healthy = new Map([...(await read()), [LAG, 0.01]])
    const provider = await makeProvider(api)
    const rules = everyDay({ start: '09:00', end: '17:00' })
    const eventType = await makeEventType(api, provider.id, {
      availabilityRules: rules,
      confirmation: 'instant',
    })
    const day = new Date(Date.now() + 7 * 86_400_000).toISOString().slice(0, 10)
    const ada = { name: 'ada' }
    expectStatus(await book(api, { eventTypeId: eventType.id }, `${day}T12:00:00Z`, ada), 201)
    // A measurement is used for ten seconds.
    await until('an email waits', async () => {
      mailless = new Map([...(await read()), [LAG, 0.01]])
      return (mailless.get('holdfast_queue_retrying{queue="mails"}') ?? 0) > 0
    })
    await server.kill()
    await agent.close()
  }, 120_000)
  afterAll(() => rm(folder, { recursive: true, maxRetries: 5 }))

  /** Which alerts fire while the metrics are those of a healthy server for 10 minutes, and then others. */
  async function firing(later: Values, isUp = true): Promise<readonly string[]> {
    const names = new Set([...healthy.keys(), ...later.keys()])
    const input = [...names].map((series) => ({
      series,
      values: `${healthy.get(series) ?? '_'}x10 ${later.get(series) ?? '_'}x50`,
    }))
    const up = { series: 'up{job="holdfast"}', values: `1x10 ${isUp ? 1 : 0}x50` }
    const tests = {
      rule_files: [RULES],
      evaluation_interval: '1m',
      tests: [
        {
          interval: '1m',
          input_series: [up, ...input],
          promql_expr_test: [
            {
              expr: 'count by (alertname) (max_over_time(ALERTS{alertstate="firing"}[50m])) or vector(0)',
              eval_time: '50m',
              exp_samples: [],
            },
          ],
        },
      ],
    }
    const file = join(folder, 'tests.yml')
    await writeFile(file, JSON.stringify(tests))
    // It names what it got where nothing was expected.
    const failed: unknown = await promtool('test', 'rules', file).catch((error: unknown) => error)
    const { stdout = '', stderr = '' } = failed as { stdout?: string; stderr?: string }
    const output = `${stdout}${stderr}`
    expect(output).toContain('got:')
    return [...output.slice(output.indexOf('got:')).matchAll(/alertname="?\\?"?(\w+)/g)]
      .map(([, name = '']) => name)
      .toSorted()
  }
  /** The metrics of the healthy server with other values of series that it has. */
  const changed = (values: Readonly<Record<string, number>>): Values => {
    for (const name of Object.keys(values)) expect([...healthy.keys()]).toContain(name)
    return new Map([...healthy, ...Object.entries(values)])
  }

  test('are rules that promtool accepts', async () => {
    expect((await promtool('check', 'rules', RULES)).stdout).toContain('SUCCESS: 10 rules found')
  })

  test('are silent for a healthy server', async () => {
    expect(await firing(healthy)).toEqual([])
  })

  test('say that emails wait, once the mail server has been out of reach for a quarter of an hour', async () => {
    expect(mailless.get('holdfast_mails_total{outcome="failed"}')).toBeGreaterThan(0)
    expect(mailless.get('holdfast_queue_oldest_due_seconds{queue="mails"}')).toBeLessThan(60)
    const waiting = 'holdfast_queue_oldest_retrying_seconds{queue="mails"}'
    const after = (seconds: number) => new Map([...mailless, [waiting, seconds]])
    expect(await firing(after(900))).toEqual([])
    expect(await firing(after(901))).toEqual(['HoldfastMailsWait'])
  })

  test.each([
    ['HoldfastWritesFail', 'holdfast_store_transactions_total{outcome="failed"}', 1],
    ['HoldfastInternalErrors', 'holdfast_problems_total{code="internal_error"}', 1],
    ['HoldfastQueueStuck', 'holdfast_queue_oldest_due_seconds{queue="outbox"}', 61],
    ['HoldfastMailsRefused', 'holdfast_mails_total{outcome="refused"}', 1],
    [
      'HoldfastDeadLetters',
      'holdfast_task_attempts_total{consumer="deliveries",outcome="dead"}',
      1,
    ],
    ['HoldfastRemindersMissed', 'holdfast_reminders_missed_total', 1],
    ['HoldfastBacklogUnknown', 'holdfast_backlog_failures_total', 1],
    ['HoldfastEventLoopSlow', LAG, 0.2],
  ])('%s follows %s', async (alert, series, value) => {
    expect(await firing(changed({ [series]: value }))).toEqual([alert])
  })

  test('say that a server is down', async () => {
    expect(await firing(healthy, false)).toEqual(['HoldfastDown'])
  })

  test('read metrics whose names and help promtool accepts', () => {
    const checked = spawnSync('promtool', ['check', 'metrics'], { input: text })
    expect([checked.status, checked.stderr.toString()]).toEqual([0, ''])
  })
})
