import { cpSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { applyEdits, copySources, type Edit, filesWithErrors } from './copy-sources.ts'

const ROOT = join(import.meta.dirname, '../..')

let copy = ''
beforeEach(() => {
  copy = copySources()
})
afterEach(() => rmSync(copy, { recursive: true, force: true }))

const add = (path: string, before: string, text: string): Edit => ({ path, before, add: text })

const REFUSALS = 'packages/server/src/identity/refusals.ts'
const REFUSAL_PROBLEM = 'packages/server/src/identity/http/problems.ts'
const PROBLEMS = 'packages/contracts/src/problems.ts'
const SOLUTIONS = 'packages/contracts/src/problem-solutions.ts'

test('a new refusal needs four files, and the types lead from each to the next', async () => {
  const steps = [
    add(REFUSALS, "  | { readonly code: 'last_api_key' }", "  | { readonly code: 'too_rainy' }\n"),
    add(
      REFUSAL_PROBLEM,
      '  last_api_key: ({ code }) => ({',
      "  too_rainy: ({ code }) => ({ code, detail: 'It rains.' }),\n",
    ),
    add(
      PROBLEMS,
      '  malformed_json: {',
      "  too_rainy: { status: 409, title: 'Too rainy', meaning: 'It rains.' },\n",
    ),
    add(SOLUTIONS, '  malformed_json:\n', "  too_rainy: 'Wait for the sun.',\n"),
  ]
  const wrong: (readonly string[])[] = []
  for (const step of steps) {
    applyEdits(copy, [step])
    wrong.push(await filesWithErrors(copy, [REFUSAL_PROBLEM, SOLUTIONS]))
  }
  expect(wrong).toEqual([[REFUSAL_PROBLEM], [REFUSAL_PROBLEM], [SOLUTIONS], []])
}, 240_000)

const TASKS = 'packages/server/src/kernel/queue/task.ts'
const CONSUMERS = 'packages/server/src/composition/consumers.ts'
const WORKERS = 'packages/server/src/composition/queue-workers.ts'

test('a new consumer of events is a name in one list, and the types lead to what it depends on and does', async () => {
  applyEdits(copy, [add(TASKS, "  'mirrors',\n] as const", "  'ledgers',\n")])
  expect(await filesWithErrors(copy, [CONSUMERS, WORKERS])).toEqual([WORKERS])
}, 240_000)

const STATUSES = 'packages/contracts/src/waitlist.ts'
const CAN_LEAVE = 'packages/web/src/shared/entry-status.ts'

// That the store knows the same statuses is a test beside its routes.
test('a new status of the wait list is a line with its meaning, and the types lead to what pages do with it', async () => {
  mkdirSync(join(copy, 'packages/web/src/shared'), { recursive: true })
  cpSync(join(ROOT, CAN_LEAVE), join(copy, CAN_LEAVE))
  expect(await filesWithErrors(copy, [CAN_LEAVE])).toEqual([])
  applyEdits(copy, [add(STATUSES, '  left: ', "  paused: 'it rests',\n")])
  expect(await filesWithErrors(copy, [CAN_LEAVE])).toEqual([CAN_LEAVE])
}, 240_000)
