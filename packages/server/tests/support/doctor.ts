import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { childEnv } from './child-env.ts'
import type { Cluster } from './cluster.ts'
import { entrypoint } from './entrypoints.ts'

interface Report {
  readonly itemCount: number
  readonly checked: Readonly<Record<string, number>>
  readonly findings: readonly {
    readonly code: string
    readonly keys: readonly { readonly PK: string; readonly SK: string }[]
    readonly sentence: string
  }[]
}

/**
 * Runs the doctor on the store of a cluster while its servers run. `at` is the instant of their clocks;
 * default: the machine's clock. `program` is the path of the doctor of another version. Resolves with one line per finding;
 * throws if the doctor fails.
 */
export async function doctorFindings(
  cluster: Cluster,
  at?: string,
  program?: string,
): Promise<readonly string[]> {
  const { findings } = await inspected(cluster, at, program)
  return findings.map(({ code, keys: [key], sentence }) =>
    [code, key?.PK, key?.SK, sentence].join(' '),
  )
}

/** The number of items of each kind in the store of a cluster, as the doctor counts them. */
export const countedItems = async (cluster: Cluster): Promise<Report['checked']> =>
  (await inspected(cluster)).checked

async function inspected(cluster: Cluster, at?: string, program?: string): Promise<Report> {
  const path = program ?? (await entrypoint('doctor'))
  const child = spawn(
    process.execPath,
    [path, '--json', ...(at === undefined ? [] : ['--at', at])],
    {
      env: {
        ...childEnv(),
        HOLDFAST_DATA_DIR: cluster.dataDir,
        ...cluster.env,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  )
  const [report, notices] = await Promise.all([text(child.stdout), text(child.stderr)])
  if (report === '') throw new Error(`The doctor failed: ${notices}`)
  const inspection = JSON.parse(report) as Report
  if (inspection.itemCount === 0) throw new Error('The doctor found an empty store.')
  return inspection
}
