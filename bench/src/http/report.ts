import { cpus, totalmem } from 'node:os'
import type { Goal } from './goals.ts'
import type { Share } from './layers.ts'
import type { Measurement } from './measure.ts'

/** One scenario with all that was found. */
export interface Finding {
  readonly id: string
  readonly title: string
  readonly counted: string
  readonly measurements: readonly Measurement[]
  /** Where the server's CPU went, under 16 connections; empty where it was not sampled. */
  readonly layers: readonly Share[]
  readonly functions: readonly Share[]
}

/** A run, as it is told and kept. */
export interface Report {
  readonly at: string
  readonly machine: string
  readonly settings: string
  /** What of all cores other processes used while it measured, 0 to 1. */
  readonly othersShare: number
  readonly findings: readonly Finding[]
  readonly goals: readonly Goal[]
  readonly notes: readonly string[]
}

const GIGABYTE = 2 ** 30

/** The machine in one line. */
export const machineText = (): string => {
  const [core] = cpus()
  return `${cpus().length} cores (${core?.model ?? 'unknown'}), ${Math.round(totalmem() / GIGABYTE)} GB, ${process.platform}, Node ${process.versions.node}`
}

/** What of all cores other processes used while a run measured, 0 to 1. */
export function othersShareOf(findings: readonly Finding[]): number {
  const shares = findings.flatMap(({ measurements }) =>
    measurements.map(({ othersShare }) => othersShare),
  )
  return shares.reduce((sum, share) => sum + share, 0) / Math.max(shares.length, 1)
}

/** The figures of one measurement as they are shown, in text and page alike. */
export const rowOf = (measurement: Measurement): Readonly<Record<string, string>> => {
  const { contender, connections, perSecond, p50, p99, cpu, othersShare, done, refused } =
    measurement
  const cpuText = (value: number | undefined) => (value === undefined ? '' : value.toFixed(3))
  const refusals = Object.entries(refused).map(([status, count]) => `${count} × ${status}`)
  return {
    contender,
    connections: String(connections),
    'a second': Math.round(perSecond.median).toLocaleString('en'),
    'least to most': `${Math.round(perSecond.least)} – ${Math.round(perSecond.most)}`,
    'p50 ms': p50.toFixed(2),
    'p99 ms': p99.toFixed(2),
    'CPU ms server': cpuText(cpu.server),
    engine: cpuText(cpu.engine),
    load: cpuText(cpu.generator),
    'others %': (othersShare * 100).toFixed(0),
    done: done.toLocaleString('en'),
    refused: refusals.join(', ') || '0',
  }
}

/** Rows as an aligned table of text. */
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

/** One scenario as text. */
export function findingText({ title, measurements, layers, functions }: Finding): string {
  const table = tableText(measurements.map(rowOf))
  const list = (shares: readonly Share[]) =>
    shares.map(({ name, share }) => `  ${percent(share)}  ${name}`).join('\n')
  const profile =
    layers.length === 0
      ? ''
      : `\n\n  the server's time, 16 connections\n${list(layers.filter(({ share }) => share >= LEAST_SHARE))}\n\n  its functions\n${list(functions.slice(0, SHOWN_FUNCTIONS))}`
  return `\n${title}\n\n${table}${profile}\n`
}

/** The goals as text. */
export const goalsText = (goals: readonly Goal[]): string =>
  `\nGoals\n\n${tableText(
    goals.map(({ what, wanted, reached, isMet }) => ({
      goal: what,
      wanted,
      reached,
      '': isMet ? 'reached' : 'MISSED',
    })),
  )}\n`
