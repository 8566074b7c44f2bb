import { cpus, totalmem } from 'node:os'
import type { Goal } from './goals.ts'
import type { Share } from './layers.ts'
import type { Measurement } from './measure.ts'

/** One scenario with its results. */
export interface Finding {
  readonly id: string
  readonly title: string
  readonly counted: string
  readonly measurements: readonly Measurement[]
  /** CPU time of the server by layer, at 16 connections. Empty without a profile. */
  readonly layers: readonly Share[]
  readonly functions: readonly Share[]
}

/** The results of a run, as printed and saved. */
export interface Report {
  readonly at: string
  readonly machine: string
  readonly settings: string
  /** Share of all cores that other processes used, 0 to 1. */
  readonly othersShare: number
  readonly findings: readonly Finding[]
  readonly goals: readonly Goal[]
  readonly notes: readonly string[]
}

const GIGABYTE = 2 ** 30

/** A description of the machine in one line. */
export const machineText = (): string => {
  const [core] = cpus()
  return `${cpus().length} cores (${core?.model ?? 'unknown'}), ${Math.round(totalmem() / GIGABYTE)} GB, ${process.platform}, Node ${process.versions.node}`
}

/** Mean share of all cores that other processes used, 0 to 1. */
export function othersShareOf(findings: readonly Finding[]): number {
  const shares = findings.flatMap(({ measurements }) =>
    measurements.map(({ othersShare }) => othersShare),
  )
  return shares.reduce((sum, share) => sum + share, 0) / Math.max(shares.length, 1)
}

/** The figures of one measurement, for the text and the page. */
export const rowOf = (measurement: Measurement): Readonly<Record<string, string>> => {
  const { contender, connections, perSecond, p50, p99, cpu, othersShare, done, refused } =
    measurement
  const cpuText = (value: number | undefined) => (value === undefined ? '' : value.toFixed(3))
  const refusals = Object.entries(refused).map(([status, count]) => `${count} × ${status}`)
  return {
    contender,
    connections: String(connections),
    'per second': Math.round(perSecond.median).toLocaleString('en'),
    'min – max': `${Math.round(perSecond.least)} – ${Math.round(perSecond.most)}`,
    'p50 ms': p50.toFixed(2),
    'p99 ms': p99.toFixed(2),
    'CPU ms server': cpuText(cpu.server),
    engine: cpuText(cpu.engine),
    load: cpuText(cpu.generator),
    'others %': (othersShare * 100).toFixed(0),
    done: done.toLocaleString('en'),
    rejected: refusals.join(', ') || '0',
  }
}

/** Formats rows as an aligned text table. */
function tableText(rows: readonly Readonly<Record<string, string>>[]): string {
  const names = Object.keys(rows[0] ?? {})
  const width = (name: string) =>
    Math.max(name.length, ...rows.map((row) => (row[name] ?? '').length))
  const line = (text: (name: string) => string) =>
    names
      .map((name, place) =>
        place === 0 ? text(name).padEnd(width(name)) : text(name).padStart(width(name)),
      )
      .join('  ')
      .trimEnd()
  const rule = names.map((name) => '─'.repeat(width(name))).join('──')
  return [line((name) => name), rule, ...rows.map((row) => line((name) => row[name] ?? ''))].join(
    '\n',
  )
}

const percent = (share: number): string => `${(share * 100).toFixed(1)} %`.padStart(7)
const SHOWN_FUNCTIONS = 12
const LEAST_SHARE = 0.005

/** Formats one scenario as text. */
export function findingText({ title, measurements, layers, functions }: Finding): string {
  const table = tableText(measurements.map(rowOf))
  const list = (shares: readonly Share[]) =>
    shares.map(({ name, share }) => `  ${percent(share)}  ${name}`).join('\n')
  const profile =
    layers.length === 0
      ? ''
      : `\n\n  CPU time of the server by layer, 16 connections\n${list(layers.filter(({ share }) => share >= LEAST_SHARE))}\n\n  by function\n${list(functions.slice(0, SHOWN_FUNCTIONS))}`
  return `\n${title}\n\n${table}${profile}\n`
}

/** Formats the goals as text. */
export const goalsText = (goals: readonly Goal[]): string =>
  `\nGoals\n\n${tableText(
    goals.map(({ what, wanted, reached, isMet }) => ({
      goal: what,
      target: wanted,
      result: reached,
      '': isMet ? 'reached' : 'MISSED',
    })),
  )}\n`
