import { readdirSync, readFileSync } from 'node:fs'

/** A process of the system, as far as its CPU time is concerned. */
export interface ProcessTimes {
  readonly pid: number
  readonly parentPid: number
  /** CPU time of the process itself and of its ended children, in clock ticks. */
  readonly ticks: number
}

/** Linux counts CPU time in hundredths of a second, on every architecture that Node runs on. */
const TICKS_PER_SECOND = 100

/** Reads one line of `/proc/<pid>/stat`. The name of a program may contain spaces and brackets. */
export function processTimesOf(stat: string): ProcessTimes {
  const [pid] = stat.split(' ', 1)
  // From the third field of proc(5) on: state, parent, …, and as fields 14 to 17 user, system and those of children.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0)
  return { pid: Number(pid), parentPid: Number(fields[1]), ticks }
}

/** The CPU seconds of a process and of all that it started, ended or not. */
export function treeSeconds(processes: readonly ProcessTimes[], rootPid: number): number {
  const children = Map.groupBy(processes, ({ parentPid }) => parentPid)
  const ticksBelow = (pid: number): number =>
    (children.get(pid) ?? []).reduce((sum, each) => sum + each.ticks + ticksBelow(each.pid), 0)
  const own = processes.find(({ pid }) => pid === rootPid)?.ticks ?? 0
  return (own + ticksBelow(rootPid)) / TICKS_PER_SECOND
}

/** All processes that run now. Linux only. */
export function runningProcesses(): readonly ProcessTimes[] {
  return readdirSync('/proc').flatMap((name) => {
    if (!/^\d+$/.test(name)) return []
    try {
      return [processTimesOf(readFileSync(`/proc/${name}/stat`, 'utf8'))]
    } catch {
      // It ended since the folder was listed.
      return []
    }
  })
}
