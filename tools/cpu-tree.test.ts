import { expect, test } from 'vitest'
import { processTimesOf, treeSeconds } from './cpu-tree.ts'

test('the CPU time of a process is its own and that of its ended children, whatever its name is', () => {
  const stat =
    '42 (a (b) c) S 7 42 42 0 -1 4194560 100 200 0 0 150 50 30 20 20 0 1 0 12345 1000 10 1844'
  expect(processTimesOf(stat)).toEqual({ pid: 42, parentPid: 7, ticks: 250 })
})

test('the CPU time of a tree has all descendants and no other process', () => {
  const processes = [
    { pid: 1, parentPid: 0, ticks: 1000 },
    { pid: 10, parentPid: 1, ticks: 100 },
    { pid: 11, parentPid: 10, ticks: 20 },
    { pid: 12, parentPid: 11, ticks: 3 },
    { pid: 20, parentPid: 1, ticks: 500 },
  ]
  expect(treeSeconds(processes, 10)).toBe(1.23)
})
